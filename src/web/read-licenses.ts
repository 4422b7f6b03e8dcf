import { dirname, join } from 'node:path'

/** Returns the licences of everything the program contains, for `tapedeck licenses`. */
export async function readLicenses(): Promise<string> {
  // The import is inside the condition: after a return it would be part of the executable,
  // including the font tools.
  if (!Bun.isStandaloneExecutable) {
    const { collectLicenses } = await import('../platform/build/licenses.ts')
    return collectLicenses()
  }
  return Bun.file(join(dirname(Bun.main), 'client/licenses.txt')).text()
}
