/** How grounds are painted, level ones and others: soil or bark on land, a stream bed under water, agar with a lawn on a plate. */
import type { Scenery } from '../surfaces/palette.ts';

export const groundDefines: Readonly<Record<Scenery, Readonly<Record<string, string>>>> = {
  water: { BED: '' },
  land: { SOIL: '' },
  agar: { AGAR: '' },
  bark: { BARK: '' },
};

/** `place` counts in lines of the grid. Two looks at the pattern, of which the finer is gone where it would flicker. */
export const groundPaint = /* glsl */ `
#ifdef BARK
// Long plates with furrows between them, along the trunk.
float raiseBark(vec2 place) {
  vec2 bent = vec2(0.05 * place.x, 0.17 * place.y + 0.03 * texture(pattern, 0.04 * place).r);
  float plates = texture(pattern, bent).g;
  float cracks = texture(pattern, vec2(0.31 * place.x, 0.9 * place.y)).g;
  return smoothstep(0.0, 0.75, plates) * (0.75 + 0.25 * smoothstep(0.0, 0.5, cracks));
}
#endif
vec3 paintGround(vec3 colour, vec2 place) {
  vec2 wide = texture(pattern, 0.11 * place).rg;
  vec2 fine = texture(pattern, 0.53 * place + 0.3).rg;
#ifdef SOIL
  // Crumbs with dark gaps, here and there a paler bit of straw or bark.
  float crumbs = 0.62 + 0.34 * fine.g + 0.5 * (fine.r - 0.5);
  colour *= crumbs * (0.72 + 0.6 * wide.r);
  colour = mix(colour, vec3(0.42, 0.33, 0.20) * (0.5 + colour.r), 0.5 * smoothstep(0.66, 0.74, fine.r));
#endif
#ifdef BARK
  float high = raiseBark(place);
  // The side of a plate that faces the light is brighter.
  float slope = high - raiseBark(place + vec2(0.03, 0.05));
  colour *= (0.34 + 0.72 * high) * (0.8 + 0.4 * fine.r) * (1.0 + 1.1 * slope);
  // Moss in the hollows, and lichen in patches on top.
  colour = mix(colour, vec3(0.30, 0.36, 0.17) * (0.45 + colour.g), 0.75 * smoothstep(0.56, 0.70, wide.r) * (1.0 - 0.6 * high));
  colour = mix(colour, vec3(0.62, 0.66, 0.58) * (0.45 + colour.g), 0.45 * smoothstep(0.62, 0.70, fine.r) * smoothstep(0.42, 0.30, wide.r) * high);
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
