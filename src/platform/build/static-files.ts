import { join } from 'node:path'
import { cutFonts } from './fonts.ts'

export const contentHash = (bytes: Uint8Array | string) => Bun.hash(bytes).toString(36).slice(0, 10)

const statics = join(import.meta.dir, '../../../public/static')

/** Returns the URL of each by its plain name. */
export async function copyStaticFiles(outDir: string): Promise<Record<string, string>> {
  const files = await cutFonts()
  for await (const name of new Bun.Glob('**/*').scan(statics)) {
    files.set(name, await Bun.file(join(statics, name)).bytes())
  }
  const named: Record<string, string> = {}
  for (const [name, bytes] of files) {
    const file = name.slice(name.lastIndexOf('/') + 1)
    const dot = file.lastIndexOf('.')
    const address = `/a/${file.slice(0, dot)}-${contentHash(bytes)}${file.slice(dot)}`
    named[name] = address
    await Bun.write(outDir + address, bytes)
  }
  return named
}
