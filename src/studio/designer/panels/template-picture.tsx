/** A template as a small picture: its outline, or its limbs seen from the side. */
import { useMemo } from 'react';
import type { Point } from '../../../designer/drawing.ts';
import { project } from '../../../designer/edit.ts';
import { expandOutline } from '../../../designer/outline.ts';
import { expandShapes } from '../../../designer/symmetry.ts';
import type { Template } from '../../../designer/templates.ts';

export function TemplatePicture({ template }: { readonly template: Template }) {
  const drawing = useMemo(() => template.create(), [template]);
  const view = drawing.symmetry.kind === 'radial' ? 'side' : 'top';
  const write = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${-y}`).join(' ');
  return (
    <svg viewBox="-0.52 -0.44 1.04 0.88" className="mb-1 h-14 w-full" aria-hidden="true">
      {drawing.kind === 'plate' ? (
        <polygon points={write(expandOutline(drawing))} fill="var(--accent)" fillOpacity="0.7" />
      ) : (
        <g stroke="var(--accent)" fill="var(--accent)" strokeLinecap="round" strokeLinejoin="round" opacity="0.7">
          {expandShapes(drawing).map((shape, i) =>
            shape.kind === 'ellipsoid' ? (
              <ellipse
                key={i}
                cx={shape.centre[0]}
                cy={-project(shape.centre, view)[1]}
                rx={shape.radii[0]}
                ry={shape.radii[1]}
                stroke="none"
              />
            ) : (
              <polyline
                key={i}
                points={write(shape.points.map((place) => project(place, view)))}
                fill="none"
                strokeWidth={2 * (shape.radii.reduce((sum, radius) => sum + radius, 0) / shape.radii.length)}
              />
            ),
          )}
        </g>
      )}
    </svg>
  );
}
