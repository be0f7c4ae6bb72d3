/** `bestiary/export`: recordings in and out, and the formats that other programs read. */
export {
  type ByteSource,
  createMemorySource,
  inspectRecording,
  iterateFrames,
  iterateSnapshots,
  RecordingError,
  type RecordingInfo,
} from '../engine/record/decode.ts';
export { createRecordingHeader, RecordingEncoder } from '../engine/record/encode.ts';
export { type ExportedFile, type ExportFormat, exportFormats, type ExportSource } from '../exports/registry.ts';
