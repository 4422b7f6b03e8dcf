import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInThread } from '../../src/test-processor/start-in-thread.ts'
import { inTree } from '../support/tree.ts'

test('compiled and started in an empty folder, a payment, its webhook and a refund work with the processor in a thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-payment-'))
  const outfile = join(folder, 'pay')
  const entry = inTree('test/support/test-processor/payment-compiled.ts')
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

test('a processor that cannot start in its thread is told, and one that has stopped answers no more', async () => {
  const program = inTree('src/main.ts')
  const keys = { secret: 'sk_test_abc', publishable: 'pk_test_abc' }
  const settings = { keys, currency: 'usd', convertsCharges: false }
  expect(() => startInThread(program, { ...settings, file: '/nowhere/at/all.db' })).toThrow(
    '/nowhere/at/all.db cannot be used: the test processor did not start.',
  )
  const there = startInThread(program, { ...settings, file: undefined })
  const ask = () => fetch(`${there.url}/v1/balance`, { headers: { authorization: 'Bearer sk_test_abc' } })
  expect((await ask()).status).toBe(200)
  await there.stop()
  await expect(ask()).rejects.toThrow()
})
