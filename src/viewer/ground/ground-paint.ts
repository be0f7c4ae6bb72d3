/** How grounds are painted, level ones and others: soil on land, a stream bed under water, agar with a lawn on a plate. */
import type { Scenery } from '../surfaces/palette.ts';

export const groundDefines: Readonly<Record<Scenery, Readonly<Record<string, string>>>> = {
  water: { BED: '' },
  land: { SOIL: '' },
  agar: { AGAR: '' },
};

/** `place` counts in lines of the grid. Two looks at the pattern, of which the finer is gone where it would flicker. */
export const groundPaint = /* glsl */ `
vec3 paintGround(vec3 colour, vec2 place) {
  vec2 wide = texture(pattern, 0.11 * place).rg;
  vec2 fine = texture(pattern, 0.53 * place + 0.3).rg;
#ifdef SOIL
  // Crumbs with dark gaps, here and there a paler bit of straw or bark.
  float crumbs = 0.62 + 0.34 * fine.g + 0.5 * (fine.r - 0.5);
  colour *= crumbs * (0.72 + 0.6 * wide.r);
  colour = mix(colour, vec3(0.42, 0.33, 0.20) * (0.5 + colour.r), 0.5 * smoothstep(0.66, 0.74, fine.r));
#endif
#ifdef BED
  // Sand in drifts between rounded stones.
  float sand = smoothstep(0.40, 0.60, wide.r);
  float stones = 0.80 + 0.26 * fine.g;
  colour *= mix(stones, 0.93 + 0.2 * (fine.r - 0.5), sand) * (0.86 + 0.28 * wide.r);
#endif
#ifdef AGAR
  // A lawn of bacteria with a ragged edge on a clear plate.
  float away = length(0.06 * place) + 0.5 * (wide.r - 0.5);
  float lawn = 1.0 - smoothstep(0.72, 0.80, away);
  colour *= 1.0 + 0.10 * (wide.r - 0.5);
  colour = mix(colour, colour * 1.16 + vec3(0.05, 0.045, 0.025), lawn * (0.6 + 0.5 * fine.r));
#endif
  return colour;
}
`;
