/** A soft shadow straight below the animal: its outline from above in a small picture, blurred, laid on the floor. */
import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  LinearFilter,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  type Texture,
  type Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const size = 96;
const reachStep = 1.15;

const blurVertex = /* glsl */ `
out vec2 vUv;
void main() {
  vUv = 0.5 * position.xy + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

const blurFragment = /* glsl */ `
precision mediump float;
in vec2 vUv;
uniform sampler2D source;
uniform vec2 direction;
out vec4 outColour;
void main() {
  // Five texels of a Gaussian in three samples: those at the sides lie between two texels.
  float sum = 0.375 * texture(source, vUv).r;
  sum += 0.3125 * (texture(source, vUv + 1.2 * direction).r + texture(source, vUv - 1.2 * direction).r);
  outColour = vec4(sum);
}
`;

const quadVertex = /* glsl */ `
out vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

const quadFragment = /* glsl */ `
precision mediump float;
in vec2 vUv;
uniform sampler2D source;
uniform float strength;
out vec4 outColour;
void main() { outColour = vec4(0.0, 0.04, 0.06, strength * texture(source, vUv).r); }
`;

export class SoftShadow {
  /** Holds the flat copies of the animal. */
  readonly scene = new Scene();
  readonly quad: Mesh<PlaneGeometry, ShaderMaterial>;
  #half = 1;
  readonly #camera: OrthographicCamera;
  readonly #targets = [createTarget(), createTarget()] as const;
  readonly #blurScene = new Scene();
  readonly #blur: ShaderMaterial;
  readonly #triangle: BufferGeometry;

  constructor(extent: number) {
    this.#camera = new OrthographicCamera(-1, 1, 1, -1, 0, 20 * extent);
    this.#camera.up.set(0, 1, 0);
    this.#blur = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: blurVertex,
      fragmentShader: blurFragment,
      uniforms: { source: { value: null }, direction: { value: [0, 0] } },
      depthTest: false,
    });
    this.#triangle = new BufferGeometry();
    this.#triangle.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    const triangle = new Mesh(this.#triangle, this.#blur);
    triangle.frustumCulled = false;
    this.#blurScene.add(triangle);
    this.quad = new Mesh(
      new PlaneGeometry(2, 2),
      new ShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: quadVertex,
        fragmentShader: quadFragment,
        uniforms: { source: { value: this.#targets[0].texture }, strength: { value: 0 } },
        transparent: true,
        depthWrite: false,
      }),
    );
    this.quad.renderOrder = 2;
    this.setReach(0.5 * extent);
  }

  /** Metres from the middle of the outline to its sides. */
  get half(): number {
    return this.#half;
  }

  /** How far from its place the animal reaches: metres. Changes in coarse steps, so that the shadow's edge does not flicker. */
  setReach(reach: number): void {
    const half = 1.1 * reachStep ** Math.ceil(Math.log(reach) / Math.log(reachStep));
    if (half === this.#half || !Number.isFinite(half)) return;
    this.#half = half;
    this.quad.scale.setScalar(half);
    Object.assign(this.#camera, { left: -half, right: half, top: half, bottom: -half });
    this.#camera.updateProjectionMatrix();
  }

  /** The animal's outline from above, for other surfaces that receive it. */
  get outline(): Texture {
    return this.#targets[0].texture;
  }

  update(renderer: WebGLRenderer, centre: Vector3, floorHeight: number, strength: number, extent: number): void {
    this.quad.position.set(centre.x, centre.y, floorHeight + 0.002 * extent);
    this.quad.material.uniforms['strength']!.value = strength;
    this.#camera.position.set(centre.x, centre.y, centre.z + 10 * extent);
    this.#camera.lookAt(centre.x, centre.y, centre.z);
    this.#camera.updateMatrixWorld();
    renderer.setRenderTarget(this.#targets[0]);
    renderer.clear();
    renderer.render(this.scene, this.#camera);
    for (const [from, to, x, y] of [
      [0, 1, 1 / size, 0],
      [1, 0, 0, 1 / size],
    ] as const) {
      this.#blur.uniforms['source']!.value = this.#targets[from].texture;
      this.#blur.uniforms['direction']!.value = [x, y];
      renderer.setRenderTarget(this.#targets[to]);
      renderer.render(this.#blurScene, this.#camera);
    }
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose();
    this.#blur.dispose();
    this.#triangle.dispose();
    this.quad.geometry.dispose();
    this.quad.material.dispose();
  }
}

function createTarget(): WebGLRenderTarget {
  return new WebGLRenderTarget(size, size, { minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false });
}
