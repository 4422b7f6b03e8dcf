import { join } from 'node:path'
import { packTar, type TarEntry } from 'modern-tar'
import { version } from '../version.ts'

const root = join(import.meta.dir, '../../..')

export type Beside = { name: string; text: string }

export const programName = (target: string): string => (target.startsWith('windows') ? 'tapedeck.exe' : 'tapedeck')

/** Writes a .tar.gz, which each of the systems opens by itself. */
export async function packDownload(executable: string, target: string, beside: readonly Beside[], madeAt: Date) {
  const folder = `tapedeck-${version}-${target}`
  const entry = (name: string, body: Uint8Array | string, mode: number): TarEntry => ({
    header: { name: `${folder}/${name}`, size: Buffer.byteLength(body), mode, mtime: madeAt, type: 'file' },
    body,
  })
  const licence = await Bun.file(join(root, 'LICENSE')).text()
  const tar = await packTar([
    entry(programName(target), await Bun.file(executable).bytes(), 0o755),
    entry('LICENSE', licence, 0o644),
    ...beside.map(({ name, text }) => entry(name, text, 0o644)),
  ])
  return Bun.gzipSync(Buffer.from(tar), { level: 6 })
}
