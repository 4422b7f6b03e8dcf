import { dirname, join } from 'node:path'

/** Returns the licences of everything the program contains, for `tapedeck licenses`. */
export async function readLicenses(): Promise<string> {
  if (Bun.isStandaloneExecutable) return Bun.file(join(dirname(Bun.main), 'client/licenses.txt')).text()
  const { collectLicenses } = await import('../build/licenses.ts')
  return collectLicenses()
}
