import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { createFaultAnswer } from '../../../src/platform/http/answer/answer-fault.ts'
import { stageOf } from '../../support/contract.ts'
import { shareNames } from '../../support/shared.ts'

const sharedServer = shareNames()

test("a file that is gone is 503 in the product's words, with every header, and one line in the log", async () => {
  const svc = await sharedServer()
  const { picture, wave, dawn } = await stageOf(svc)
  for (const hash of [dawn.sha256, wave.sha256]) rmSync(svc.ctx.blobs.path(hash), { force: true })
  for (const path of [`/api/assets/${picture.id}/256.webp`, `/api/emojis/${wave.sha256}.png`]) {
    const { status, json, headers } = await svc.call('GET', path)
    expect([path, status, json]).toMatchObject([path, 503, { code: 'UNAVAILABLE' }])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('x-request-id')).not.toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('a fault outside the pipeline is 500 without a detail', async () => {
  const svc = await sharedServer()
  const answer = createFaultAnswer(svc.ctx)(new TypeError('a secret of the inside'))
  const id = answer.headers.get('x-request-id')
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: 'Something went wrong on our side.', code: 'INTERNAL', hint: `Quote this request ID: ${id}` },
  ])
  expect(svc.logged.join('')).not.toContain('a secret of the inside')
})
