import { join } from 'node:path'
import { verifyCommand } from '../../../src/operate/command/verify/verify.ts'

/** Saves a certificate in a folder and verifies it there, as `tapedeck verify` does. */
export async function verifyIn(folder: string, certificate: object, ...more: string[]): Promise<[number, string]> {
  const path = join(folder, 'license.json')
  await Bun.write(path, JSON.stringify(certificate))
  const lines: string[] = []
  const exitCode = await verifyCommand([path, ...more], (line) => lines.push(line))
  return [exitCode, lines.join('\n')]
}
