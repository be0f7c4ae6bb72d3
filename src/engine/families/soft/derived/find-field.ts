/** Which field of a creature file to change when a part of a soft body is refused: meshes and tables name places of their own. */
import type { FindField } from '../../../model/locate.ts';
import type { SoftDesc } from '../fields/desc.ts';

export const findSoftField: FindField = (path, desc) => {
  const { body } = desc as SoftDesc;
  if (/^(?:method|iterations|tolerance|precision)$/u.test(path)) return `solver.${path}`;
  if (path === 'totalMass' || path.startsWith('material.')) return `body.material.${path.replace('material.', '')}`;
  if (/^cords\b.*\.sigma$/u.test(path)) return 'body.reach.decay';
  // Elements and muscles of a mesh that the numbers of the body make.
  if (/^(?:tets|plates|nodes|positions|cords)\b/u.test(path))
    return body.jitter > 0 ? 'body.jitter' : findShape(body, path);
  return undefined;
};

function findShape({ shape }: SoftDesc['body'], path: string): string {
  if (path.startsWith('cords')) return 'body.reach.radius';
  if (shape === 'plate') return 'body.outline';
  return shape === 'mesh' || shape === 'drawn' ? `body.${shape}` : 'body.sizes';
}
