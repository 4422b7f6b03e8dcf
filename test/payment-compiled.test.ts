import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('compiled into an executable and started in an empty folder, a payment, its webhook and a refund work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-payment-'))
  const outfile = join(folder, 'pay')
  const entry = join(import.meta.dir, 'support/payment-compiled.ts')
  await Bun.build({ entrypoints: [entry], target: 'bun', minify: true, compile: { outfile } })
  const child = Bun.spawn([outfile], { cwd: folder, env: {}, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect([out.trim(), err, code]).toEqual(['succeeded payment_intent.succeeded succeeded', '', 0])
  expect(existsSync(join(folder, 'test-processor.db'))).toBe(true)
  rmSync(folder, { recursive: true })
})
