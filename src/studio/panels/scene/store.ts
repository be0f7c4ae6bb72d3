/** What the scene editor is doing. */
import { create } from 'zustand';
import type { Problem } from '../../../engine/model/problem.ts';
import type { MeshUse } from '../../../imports/triangles/ground-mesh.ts';
import type { BrushMode } from './height-grid.ts';
import type { SceneSelection } from './model.ts';

export type PlaceTool = 'food' | 'cylinder' | 'box' | 'path';
export type SceneTool = 'select' | PlaceTool | BrushMode;

/** A mesh file that waits for a decision or was refused. */
export interface MeshDraft {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Files that were given with it, by name. */
  readonly beside: ReadonlyMap<string, Uint8Array>;
  readonly use: MeshUse;
  readonly scale: number;
  readonly up: 'y' | 'z' | 'auto';
  readonly problems: readonly Problem[];
  readonly busy: boolean;
  /** Refused as a ground because it is open, and proposed as a height field instead. */
  readonly becameField?: boolean;
}

interface SceneEditorState {
  readonly tool: SceneTool;
  readonly selection: SceneSelection | undefined;
  /** Metres, and share of the radius that a second of brushing raises. */
  readonly brushRadius: number;
  readonly brushStrength: number;
  /** Why the last change was refused. */
  readonly problems: readonly Problem[];
  readonly draft: MeshDraft | undefined;
  /** What was done, for those who cannot see it. */
  readonly said: string;
}

export const emptySceneEditor: SceneEditorState = {
  tool: 'select',
  selection: undefined,
  brushRadius: 0.08,
  brushStrength: 0.3,
  problems: [],
  draft: undefined,
  said: '',
};

export const useScene = create<SceneEditorState>()(() => emptySceneEditor);
