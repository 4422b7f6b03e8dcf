import { say } from '../../../lib/language/say.ts'
import { machineMemory } from '../../../lib/turn/machine-memory.ts'
import type { Check, Finding } from '../../../platform/check.ts'

// Uploads and downloads need it beside the server.
const enoughMb = 250

/** Tells of memory (in MB) in which no file can be worked on. */
export const memoryFinding = (mb: number): Finding =>
  mb >= enoughMb
    ? {}
    : {
        problem: say(
          'the program may use {mb} MB of memory: pages are served and sold, but uploads may fail and downloads may not be made',
          { mb: `${Math.round(mb)}` },
        ),
        fix: say('give it 256 MB or more: a larger machine, MemoryMax of its unit, or the memory of its container'),
      }

/** Checks that there is enough memory, of the machine or of the group that the program runs in. */
export const memoryCheck: Check = {
  name: 'memory',
  place: 290,
  look: () => memoryFinding(machineMemory().mb),
}
