import { dirname, join } from 'node:path'

/**
 * Runs the program that writes an e-invoice. The executable has it packed: the library would be
 * five megabytes with its bytecode, and is half of one so, which only this child unpacks.
 */
export async function runWriter(): Promise<void> {
  // The import is inside the condition: after a return it would be part of the executable.
  if (!Bun.isStandaloneExecutable) {
    await import('./write-e-invoice.ts')
    return
  }
  const packed = await Bun.file(join(dirname(Bun.main), 'client/e-invoice.js.gz')).bytes()
  await import(URL.createObjectURL(new Blob([Bun.gunzipSync(packed)], { type: 'text/javascript' })))
}
