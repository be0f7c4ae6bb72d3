/** The worker of the simulation: runs an open animal, or replays a run of another worker. */
import { serve } from '../calls/call.ts';
import { replayProgram } from './replay-program.ts';
import { sessionProgram } from './session-program.ts';

const program = { ...sessionProgram, ...replayProgram };

export type SimulationProgram = typeof program;

serve(program);
