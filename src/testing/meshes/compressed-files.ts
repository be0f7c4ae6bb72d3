/** Meshes as compressed glTF, written by the library that reads them back, with the encoders of the makers of the formats. */
import { type Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { writeGlb } from './mesh-files.ts';

export async function createGltfWriter(): Promise<WebIO> {
  await MeshoptEncoder.ready;
  return new WebIO()
    .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({
      'draco3d.encoder': await draco.createEncoderModule(),
      'meshopt.encoder': MeshoptEncoder,
    });
}

/** A mesh as the library writes it after something was done to its document. */
async function writeChanged(mesh: TriangleMesh, change: (document: Document) => void): Promise<Uint8Array> {
  const io = await createGltfWriter();
  const document = await io.readBinary(writeGlb(mesh));
  change(document);
  return io.writeBinary(document);
}

export function writeDraco(mesh: TriangleMesh): Promise<Uint8Array> {
  return writeChanged(mesh, (document) => {
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ quantizationBits: { POSITION: 20 } });
  });
}

export function writeMeshopt(mesh: TriangleMesh): Promise<Uint8Array> {
  return writeChanged(mesh, (document) => {
    document.createExtension(EXTMeshoptCompression).setRequired(true);
  });
}

/** Whole numbers of 16 bits that stand for −1 to 1, and a node that makes them as large as they were: at most `largest`. */
export function writeQuantized(mesh: TriangleMesh, largest: number): Promise<Uint8Array> {
  return writeChanged(mesh, (document) => {
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const [accessor] = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.listAttributes();
    const places = accessor!.getArray() as Float32Array;
    accessor!.setArray(Int16Array.from(places, (value) => Math.round((value / largest) * 32767))).setNormalized(true);
    document.getRoot().listNodes()[0]!.setScale([largest, largest, largest]);
  });
}
