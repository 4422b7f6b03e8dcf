import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, world } from '../../support/world.ts'

test('a report with an address is confirmed at once, without the words of anybody, and few a mailbox', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const report = (id: string, email: string, cookie?: string) =>
    svc.call('POST', '/api/reports', {
      body: {
        kind: 'track',
        id,
        reason: 'illegal',
        text: 'It is mine: https://evil.example',
        ...(cookie ? {} : { email }),
      },
      ...(cookie ? { cookie } : {}),
    })
  const titles = ['Buy at evil.example', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
  const added = await Promise.all(titles.map((title) => addReadyTrack(svc.ctx, nova.cassetId, title)))
  const tracks = added.map(({ id }) => id)
  const [first = ''] = tracks
  for (let turn = 0; turn < 2; turn += 1) expect((await report(first, 'eve@example.com')).status).toBe(204)
  expect((await report(first, '', ada.cookie)).status).toBe(204)
  const received = () => rowsOf(svc, 'mails').filter((row) => Object(row).kind === 'report-received')
  expect(received()).toMatchObject([
    {
      recipient: 'eve@example.com',
      subject: 'We have your report',
      text_body: expect.stringContaining('(UTC), about this kind of thing: a track.'),
    },
  ])
  expect(JSON.stringify(received())).not.toMatch(/evil|mine|Buy/)
  for (const id of tracks) await report(id, 'mallory@example.com')
  expect(received().length).toBeLessThan(8)
})
