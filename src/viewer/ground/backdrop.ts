/** Water or air around the animal: a floor with a measured grid, haze, drifting particles, the path swum, a water surface. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type DataTexture,
  DoubleSide,
  GLSL3,
  Group,
  type IUniform,
  Line,
  Mesh,
  PlaneGeometry,
  Points,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { createCaustics } from './caustics.ts';
import { createGroundTexture } from './ground-texture.ts';
import { groundDefines, groundPaint } from './ground-paint.ts';
import { computeGroundHeight, GroundView } from './ground-view.ts';
import { materials } from '../surfaces/looks.ts';
import { TrailView } from './trail-view.ts';
import { getPalette, type Palette, type Scenery, type Theme } from '../surfaces/palette.ts';
import type { SceneUniforms } from '../surfaces/surface-material.ts';

const particleCount = 260;
const shaftCount = 7;

/** Haze and the wobble of the light are computed per corner, because software rendering pays for every pixel. */
const floorVertex = /* glsl */ `
uniform float fogDensity, time, causticScale, gridSpacing;
out vec2 vGrid;
out vec2 vLight;
out float vClear;
void main() {
  vec3 world = (modelMatrix * vec4(position, 1.0)).xyz;
  vGrid = world.xy / gridSpacing;
  vec2 p = world.xy * causticScale;
  vLight = p + 0.02 * time + 0.035 * vec2(sin(7.0 * p.y + 1.3 * time) + sin(3.1 * p.x - 0.9 * time), sin(6.0 * p.x - 1.1 * time) + sin(4.3 * p.y + 0.7 * time));
  vClear = exp(-fogDensity * distance(cameraPosition, world));
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

const floorFragment = /* glsl */ `
precision highp float;
in vec2 vGrid;
in vec2 vLight;
in float vClear;
uniform vec3 floorColour, fogColour, gridColour;
uniform float gridStrength, causticStrength;
uniform sampler2D caustics, pattern;
out vec4 outColour;
${groundPaint}
void main() {
  vec3 colour = paintGround(floorColour, vGrid);
#ifdef WATER
  colour *= 0.86 + causticStrength * texture(caustics, vLight).r;
#endif
  // Lines one pixel wide, every fifth stronger, gone where they would be closer than a few pixels.
  vec2 width = fwidth(vGrid);
  vec2 near = abs(fract(vGrid - 0.5) - 0.5);
  vec2 fifth = abs(fract(0.2 * vGrid - 0.5) - 0.5);
  vec2 fine = max(1.0 - near / width, 0.0) * max(1.0 - 2.5 * width, 0.0);
  vec2 bold = max(1.0 - 5.0 * fifth / width, 0.0);
  colour = mix(colour, gridColour, gridStrength * max(0.55 * max(fine.x, fine.y), max(bold.x, bold.y)));
  outColour = vec4(mix(fogColour, colour, vClear), 1.0);
}
`;

const surfaceVertex = /* glsl */ `
void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }
`;

const skyVertex = /* glsl */ `
uniform mat4 inverseView;
out vec3 vRay;
void main() {
  vec4 view = inverse(projectionMatrix) * vec4(position.xy, 1.0, 1.0);
  vRay = mat3(inverseView) * (view.xyz / view.w);
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

const skyFragment = /* glsl */ `
precision highp float;
in vec3 vRay;
uniform vec3 fogColour, zenithColour;
out vec4 outColour;
void main() {
  float up = max(vRay.z * inversesqrt(dot(vRay, vRay)), 0.0);
  // A little noise hides the steps of an 8-bit gradient.
  float noise = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
  outColour = vec4(mix(fogColour, zenithColour, min(1.0, 1.3 * up)) + (noise - 0.5) / 160.0, 1.0);
}
`;

const particleVertex = /* glsl */ `
uniform vec3 centre;
uniform float boxSize, particleScale, time;
out float vAlpha;
void main() {
  vec3 drift = vec3(0.004, 0.002, -0.003) * time * boxSize;
  vec3 p = mod(position * boxSize + drift - centre + 0.5 * boxSize, boxSize) - 0.5 * boxSize;
  float edge = 2.0 * length(p) / boxSize;
  vec4 view = viewMatrix * vec4(p + centre, 1.0);
  vAlpha = max(0.0, 1.0 - edge) * 0.5;
  gl_PointSize = clamp(particleScale / -view.z, 1.0, 4.0);
  gl_Position = projectionMatrix * view;
}
`;

const particleFragment = /* glsl */ `
precision mediump float;
uniform vec3 particleColour;
in float vAlpha;
out vec4 outColour;
void main() { outColour = vec4(particleColour, vAlpha); }
`;

/** Upright strips of light that face the camera and stay where they are in the water as the animal passes. */
const shaftVertex = /* glsl */ `
uniform vec3 centre;
uniform float boxSize, time;
in vec3 corner;
out vec2 vPlace;
out float vAlpha;
void main() {
  vec2 p = mod(position.xy * boxSize - centre.xy + 0.5 * boxSize, boxSize) - 0.5 * boxSize;
  vec3 foot = vec3(centre.xy + p, centre.z - 0.35 * boxSize);
  vec2 toEye = normalize(cameraPosition.xy - foot.xy);
  vec3 across = vec3(-toEye.y, toEye.x, 0.0);
  float width = boxSize * (0.02 + 0.05 * position.z);
  vec3 top = vec3(0.16, 0.1, 1.0) * 0.9 * boxSize;
  vec3 world = foot + across * corner.x * width * (1.0 + 0.5 * corner.y) + top * corner.y;
  float flicker = 0.55 + 0.45 * sin(0.5 * time + 40.0 * position.z);
  vPlace = corner.xy;
  // Not through the camera, and gone at the edge where they come and go.
  float away = distance(cameraPosition.xy, foot.xy) / boxSize;
  vAlpha = flicker * smoothstep(0.06, 0.2, away) * smoothstep(0.5, 0.36, length(p) / boxSize);
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

const shaftFragment = /* glsl */ `
precision mediump float;
in vec2 vPlace;
in float vAlpha;
uniform vec3 zenithColour;
uniform float shaftStrength;
out vec4 outColour;
void main() {
  float across = 1.0 - vPlace.x * vPlace.x;
  float along = smoothstep(0.0, 0.25, vPlace.y) * (1.0 - 0.5 * vPlace.y);
  outColour = vec4(zenithColour + 0.25, shaftStrength * vAlpha * across * across * along);
}
`;

const surfaceFragment = /* glsl */ `
precision mediump float;
uniform vec3 zenithColour;
out vec4 outColour;
void main() { outColour = vec4(zenithColour, 0.22); }
`;

/** Of a painted floor below the animal, in its extents. */
const floorDepth = 0.42;

export class Backdrop {
  readonly group = new Group();
  readonly uniforms: SceneUniforms;
  /** m; without a ground the floor is only drawn, and stays below an animal that dives. */
  floorHeight: number;
  /** Metres between two lines of the grid. */
  readonly gridSpacing: number;
  readonly #own: Record<string, IUniform>;
  readonly #caustics: DataTexture;
  readonly #pattern: DataTexture;
  readonly #floor: Mesh;
  readonly #trail: TrailView;
  readonly #inWater: boolean;
  readonly #scenery: Scenery;
  readonly #extent: number;
  /** Of the floor before anything dives. */
  readonly #restHeight: number;
  readonly #isPainted: boolean;
  /** A ground that is no plane. */
  readonly ground: GroundView | undefined;
  shadowStrength = 0;
  #gridStrength = 0;
  #measured = true;

  constructor(layout: FrameLayout, theme: Theme) {
    this.#extent = layout.extent;
    this.#inWater = layout.water !== undefined;
    this.#scenery = chooseScenery(layout);
    this.gridSpacing = chooseSpacing(layout.extent);
    this.#isPainted = layout.ground === undefined;
    this.floorHeight = layout.ground === undefined ? -floorDepth * layout.extent : computeGroundHeight(layout.ground);
    this.#restHeight = this.floorHeight;
    this.#caustics = createCaustics();
    this.uniforms = {
      fogColour: { value: new Color() },
      fogDensity: { value: 0 },
      skyLight: { value: new Color() },
      groundLight: { value: new Color() },
      sunLight: { value: new Color() },
      time: { value: 0 },
      caustics: { value: this.#caustics },
      causticStrength: { value: 0 },
      causticScale: { value: 0.75 / layout.extent },
    };
    this.#pattern = createGroundTexture();
    this.#own = {
      ...this.uniforms,
      floorColour: { value: new Color() },
      gridColour: { value: new Color() },
      gridSpacing: { value: this.gridSpacing },
      gridStrength: { value: 0 },
      pattern: { value: this.#pattern },
      zenithColour: { value: new Color() },
      trailColour: { value: new Color() },
      particleColour: { value: new Color() },
      inverseView: { value: null },
      centre: { value: new Vector3() },
      boxSize: { value: 5 * layout.extent },
      particleScale: { value: 2.2 * layout.extent },
      shaftStrength: { value: 0 },
    };
    this.#floor = this.#createFloor();
    const lift = layout.track === undefined ? 0.004 : 0.001;
    this.#trail = new TrailView(this.floorHeight + lift * this.#extent, layout.track?.width, (...shaders) =>
      this.#createMaterial(...shaders),
    );
    this.group.add(this.#floor, this.#createSky(), this.#trail.object);
    if (layout.ground?.kind === 'mesh') {
      this.ground = new GroundView(layout.ground, this.#own, groundDefines[this.#scenery]);
      this.group.add(this.ground.mesh);
    }
    if (this.#inWater) this.group.add(this.#createParticles());
    if (layout.surfaces.some(({ look }) => materials[look].inShafts) && this.#inWater)
      this.group.add(this.#createShafts());
    if (layout.water !== undefined && Number.isFinite(layout.water.level))
      this.group.add(this.#createWaterSurface(layout.water.level));
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    const palette = getPalette(theme, this.#scenery);
    const colours: [string, keyof Palette][] = [
      ['fogColour', 'fog'],
      ['zenithColour', 'zenith'],
      ['floorColour', 'floor'],
      ['gridColour', 'grid'],
      ['trailColour', 'trail'],
      ['particleColour', 'particle'],
      ['skyLight', 'skyLight'],
      ['groundLight', 'groundLight'],
      ['sunLight', 'sunLight'],
    ];
    for (const [uniform, key] of colours) (this.#own[uniform]!.value as Color).copy(palette[key] as Color);
    this.#gridStrength = palette.gridStrength;
    this.setMeasured(this.#measured);
    this.uniforms.causticStrength.value = palette.causticStrength;
    this.uniforms.fogDensity.value = palette.haze / this.#extent;
    this.shadowStrength = palette.shadow;
    this.#own['shaftStrength']!.value = theme === 'dark' ? 0.3 : 0.4;
  }

  /** Whether to draw a grid on the ground and the path of the centre of mass. */
  setMeasured(measured: boolean): void {
    this.#measured = measured;
    this.#own['gridStrength']!.value = measured ? this.#gridStrength : 0;
    // It is drawn on the floor, which a ground hides.
    this.#trail.object.visible = this.ground === undefined && (measured || this.#trail.isGroove);
  }

  /** Called before each picture with the animal's place, the camera and the height of the picture in pixels. */
  update(centre: Vector3, camera: { matrixWorld: unknown }, seconds: number, pixelHeight: number): void {
    this.uniforms.time.value = seconds;
    (this.#own['centre']!.value as Vector3).copy(centre);
    this.#own['inverseView']!.value = camera.matrixWorld;
    this.#own['particleScale']!.value = 0.0045 * this.#extent * pixelHeight;
    if (this.#isPainted) this.floorHeight = Math.min(this.#restHeight, centre.z - floorDepth * this.#extent);
    this.#trail.object.position.z = this.floorHeight - this.#restHeight;
    // Below a ground of its own shape, so that the two never meet.
    const below = this.ground === undefined ? 0 : 0.05 * this.#extent;
    this.#floor.position.set(centre.x, centre.y, this.floorHeight - below);
  }

  /** The path so far: x, y pairs, oldest first. It is drawn on the floor. */
  setTrail(path: Float32Array, count: number): void {
    this.#trail.set(path, count);
  }

  dispose(): void {
    this.#caustics.dispose();
    this.#pattern.dispose();
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof Points || object instanceof Line)) return;
      (object.geometry as BufferGeometry).dispose();
      (object.material as ShaderMaterial).dispose();
    });
  }

  #createMaterial(vertexShader: string, fragmentShader: string, transparent = false): ShaderMaterial {
    return new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.#own,
      transparent,
      depthWrite: !transparent,
      defines: { ...groundDefines[this.#scenery], ...(this.#inWater ? { WATER: '' } : {}) },
    });
  }

  #createFloor(): Mesh {
    const mesh = new Mesh(createFloorGeometry(this.#extent), this.#createMaterial(floorVertex, floorFragment));
    mesh.frustumCulled = false;
    return mesh;
  }

  #createSky(): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    const mesh = new Mesh(geometry, this.#createMaterial(skyVertex, skyFragment));
    mesh.frustumCulled = false;
    // After everything opaque, so that it is only computed where nothing else is seen.
    mesh.renderOrder = 1;
    mesh.material.depthWrite = false;
    return mesh;
  }

  #createParticles(): Points {
    const geometry = new BufferGeometry();
    const positions = new Float32Array(3 * particleCount);
    // An even scatter (three-dimensional golden-ratio sequence), the same every time.
    for (let i = 0; i < particleCount; i++) {
      positions.set([(i * 0.8191725134) % 1, (i * 0.6710436067) % 1, (i * 0.5497004779) % 1], 3 * i);
    }
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    const points = new Points(geometry, this.#createMaterial(particleVertex, particleFragment, true));
    points.frustumCulled = false;
    points.renderOrder = 4;
    return points;
  }

  #createShafts(): Mesh {
    const geometry = new BufferGeometry();
    const [places, corners, triangles]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < shaftCount; i++) {
      const place = [(i * 0.7548776662) % 1, (i * 0.569840291) % 1, (i * 0.6180339887) % 1];
      for (const [x, y] of [
        [-1, 0],
        [1, 0],
        [1, 1],
        [-1, 1],
      ] as const) {
        places.push(...place);
        corners.push(x, y, 0);
      }
      triangles.push(4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3);
    }
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
    geometry.setAttribute('corner', new BufferAttribute(Float32Array.from(corners), 3));
    geometry.setIndex(triangles);
    const mesh = new Mesh(geometry, this.#createMaterial(shaftVertex, shaftFragment, true));
    mesh.material.side = DoubleSide;
    mesh.frustumCulled = false;
    mesh.renderOrder = 5;
    return mesh;
  }

  #createWaterSurface(level: number): Mesh {
    const mesh = new Mesh(
      new PlaneGeometry(80 * this.#extent, 80 * this.#extent),
      this.#createMaterial(surfaceVertex, surfaceFragment, true),
    );
    mesh.position.z = level;
    mesh.renderOrder = 5;
    return mesh;
  }
}

function chooseScenery({ water, ground }: FrameLayout): Scenery {
  if (water !== undefined) return 'water';
  return ground?.look ?? 'land';
}

/** Rings of corners around the animal, close together near it and far apart at the horizon. */
function createFloorGeometry(extent: number): BufferGeometry {
  const [rings, spokes] = [16, 24];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const share = ring / rings;
    const radius = extent * (4 * share + 36 * share ** 4);
    for (let i = 0; i < spokes; i++) {
      const angle = (2 * Math.PI * (i + 0.5 * (ring % 2))) / spokes;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
      const [a, b] = [ring * spokes + i, ring * spokes + ((i + 1) % spokes)];
      if (ring < rings) triangles.push(a, a + spokes, b, b, a + spokes, b + spokes);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(triangles);
  return geometry;
}

/** A round number of metres, about a third of the animal. */
function chooseSpacing(extent: number): number {
  return 10 ** Math.floor(Math.log10(extent / 2));
}
