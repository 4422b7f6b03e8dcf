import { join } from 'node:path'

export const eInvoiceEntry = join(import.meta.dir, '../../order/paper/e-invoice/write-e-invoice.ts')

/** Bundles the program that writes e-invoices, and packs it into a file (rule: e-invoice). */
export async function packEInvoiceWriter(path: string): Promise<void> {
  const built = await Bun.build({ entrypoints: [eInvoiceEntry], target: 'bun', format: 'esm', minify: true })
  const [output] = built.outputs
  if (!output) throw new Error('The writer of e-invoices was not bundled.')
  await Bun.write(path, Bun.gzipSync(await output.bytes(), { level: 9 }))
}
