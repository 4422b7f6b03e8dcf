import { copyFile } from 'node:fs/promises'
import { compileExecutable } from '../../src/platform/build/build.ts'
import { inTree } from './tree.ts'

// Compiled before the tests by `bun run test`. A file that is run alone does not wait for that, and
// takes the source tree.
const executable = Bun.env.TAPEDECK_EXECUTABLE

/**
 * Whether the program is an executable, which starts in a few milliseconds, and not its sources.
 */
export const isCompiled = executable !== undefined

/**
 * The command that starts the program: an executable, or bun with its sources. Commands of the
 * program follow.
 */
export const program: readonly string[] =
  executable === undefined ? [process.execPath, inTree('src/main.ts')] : [executable]

/** Puts an executable at a path, as a user would who has downloaded it. */
export async function placeExecutable(path: string): Promise<void> {
  await (executable === undefined ? compileExecutable(path) : copyFile(executable, path))
}
