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
  vec2 bent = vec2(0.016 * place.x, 0.075 * place.y + 0.05 * texture(pattern, 0.021 * place).r);
  float plates = smoothstep(0.02, 0.5, texture(pattern, bent).g);
  float flakes = texture(pattern, vec2(0.06 * place.x, 0.21 * place.y)).r;
  return plates * (0.7 + 0.3 * flakes);
}
#endif
vec3 paintGround(vec3 colour, vec2 place) {
  vec2 wide = texture(pattern, 0.11 * place).rg;
  // Turned, so that the rows of one are not those of the other.
  vec2 turned = mat2(0.8, -0.6, 0.6, 0.8) * place;
  vec2 fine = texture(pattern, 0.47 * turned + 0.3).rg;
#ifdef SOIL
  // Crumbs with dark gaps, here and there a paler bit of straw or bark.
  vec2 clods = texture(pattern, 0.19 * turned.yx + 0.6).rg;
  float crumbs = 0.72 + 0.2 * fine.g + 0.3 * (fine.r - 0.5) + 0.12 * smoothstep(0.0, 0.6, clods.g) + 0.6 * (clods.r - 0.5);
  colour *= crumbs * (0.72 + 0.6 * wide.r);
  colour = mix(colour, vec3(0.42, 0.33, 0.20) * (0.5 + colour.r), 0.5 * smoothstep(0.66, 0.74, fine.r));
#endif
#ifdef BARK
  float high = raiseBark(place);
  // The side of a plate that faces the light is brighter.
  float slope = high - raiseBark(place + vec2(0.10, 0.16));
  colour *= (0.5 + 0.62 * high) * (0.86 + 0.28 * fine.r) * (1.0 + 0.8 * slope);
  // Moss in the hollows, and lichen in patches on top.
  colour = mix(colour, vec3(0.28, 0.34, 0.16) * (0.4 + colour.g), 0.7 * smoothstep(0.55, 0.68, wide.r) * (1.0 - 0.5 * high));
  colour = mix(colour, vec3(0.62, 0.66, 0.58) * (0.4 + colour.g), 0.4 * smoothstep(0.58, 0.66, fine.r) * smoothstep(0.44, 0.34, wide.r));
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
