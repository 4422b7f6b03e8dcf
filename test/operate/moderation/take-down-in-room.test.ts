import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { addSubmittedClip } from '../../support/drop/clip.ts'
import { giveBack, statusOf, takeDown, takenDown, withOwner } from '../../support/operate/decision.ts'
import { addComment, listen, textOf } from '../../support/room/room.ts'
import { startServer } from '../../support/server.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import type { Person } from '../../support/world.ts'

test('a clip that is taken down is seen by its maker alone, not by the artist, and cannot be accepted', async () => {
  await using svc = await startServer()
  const { nova, ada, draft, owner, dawn } = await withOwner(svc)
  const clip = addSubmittedClip(svc, ada, dawn)
  svc.ctx.db.$client.run("UPDATE submissions SET status = 'ACCEPTED'")
  const file = `/api/hooks/clips/${clip.assetId}`
  const listed = async (person?: Person) => {
    const options = person ? { cookie: person.cookie } : {}
    const { json } = await svc.call('GET', `/api/hooks/${dawn.hookId}/submissions`, options)
    return Object(json).submissions.length
  }
  expect([await listed(), await listed(nova), await listed(ada)]).toEqual([1, 1, 1])
  const id = await takenDown(svc, owner, { kind: 'clip', id: clip.id })
  expect([await listed(), await listed(nova), await listed(ada)]).toEqual([0, 0, 1])
  const seen = await Promise.all([draft, nova, ada].map((person) => statusOf(svc, file, person)))
  expect(seen).toEqual([404, 404, 200])
  for (const status of ['PENDING', 'ACCEPTED', 'REJECTED']) {
    const { json } = await svc.call('GET', `/api/studio/submissions?status=${status}`, { cookie: nova.cookie })
    expect(json).toMatchObject({ submissions: [] })
  }
  const accept = { cookie: nova.cookie, body: { decision: 'ACCEPTED' } }
  expect((await svc.call('POST', `/api/hooks/submissions/${clip.id}/decide`, accept)).status).toBe(409)
  await giveBack(svc, owner, id)
  expect([await listed(), await listed(nova), await listed(ada)]).toEqual([1, 1, 1])
  // The decision of its artist before that still stands.
  svc.ctx.db.$client.run("UPDATE submissions SET status = 'REJECTED', reason = 'Too loud', decided_at = 5")
  const before = rowsOf(svc, 'submissions')
  await giveBack(svc, owner, await takenDown(svc, owner, { kind: 'clip', id: clip.id }))
  expect(rowsOf(svc, 'submissions')).toEqual(before)
})

test('a comment that is taken down leaves its room at once, lies in the decision alone, and comes back', async () => {
  await using svc = await startServer()
  const { nova, ada, owner } = await withOwner(svc)
  const commentId = addComment(svc, nova, ada, 'a rude word')
  svc.ctx.db.$client.run('UPDATE comments SET emoji_ids = ?', [JSON.stringify([commentId])])
  await using guest = await listen(svc)
  expect(await guest.next()).toMatchObject({ data: { recent: [{ text: 'a rude word' }] } })
  const id = await takenDown(svc, owner, { kind: 'comment', id: commentId })
  expect((await guest.nextOf('remove'))?.data).toEqual({ commentId })
  expect(JSON.stringify([rowsOf(svc, 'comments'), rowsOf(svc, 'room_events')])).not.toContain('rude')
  expect((await takeDown(svc, owner, { kind: 'comment', id: commentId })).status).toBe(404)
  await giveBack(svc, owner, id)
  expect(textOf(await guest.nextOf('comment'))).toBe('a rude word')
  await using later = await listen(svc)
  expect(JSON.stringify(await later.next())).toContain('a rude word')
  expect(rowsOf(svc, 'content_decisions')).toMatchObject([{ saved: null }])
  expect(rowsOf(svc, 'comments')).toMatchObject([{ text: 'a rude word', emoji_ids: JSON.stringify([commentId]) }])
  expect(rowsOf(svc, 'room_events')).toMatchObject([{ type: 'comment', comment_id: commentId }])
})

test('an emoji that is taken down is shown to nobody, and is back under another shortcode’s shadow', async () => {
  await using svc = await startServer()
  const { nova, ada, owner } = await withOwner(svc)
  const wave = await addEmoji(svc, nova)
  const picture = `/api/emojis/${wave.sha256}.png`
  const shown = async (person: Person) => {
    const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie: person.cookie })
    return Object(json).emojis.length
  }
  expect([await statusOf(svc, picture), await shown(ada)]).toEqual([200, 1])
  const id = await takenDown(svc, owner, { kind: 'emoji', id: wave.id })
  expect([await statusOf(svc, picture), await shown(ada), await shown(nova)]).toEqual([404, 0, 0])
  const buying = { cookie: ada.cookie, body: { emojiId: wave.id } }
  expect((await svc.call('POST', '/api/casset/nova/emoji/purchase', buying)).status).toBe(404)
  const use = { cookie: nova.cookie, body: { text: ':wave:', emojiIds: [wave.id] } }
  expect((await svc.call('POST', '/api/casset/nova/comment', use)).status).toBe(400)
  await addEmoji(svc, nova, 'wave')
  expect((await giveBack(svc, owner, id)).status).toBe(200)
  expect(await statusOf(svc, picture)).toBe(200)
  expect(await shown(ada)).toBe(1)
  const withdrawn = () =>
    rowsOf(svc, 'emojis').flatMap((row) => (Object(row).id === wave.id ? [Object(row).withdrawn_at] : []))
  expect(withdrawn()).not.toEqual([null])
  // An emoji that its artist had withdrawn before stays withdrawn, since the same time.
  svc.ctx.db.$client.run('DELETE FROM emojis WHERE id <> ?', [wave.id])
  svc.ctx.db.$client.run('UPDATE emojis SET withdrawn_at = 5')
  await giveBack(svc, owner, await takenDown(svc, owner, { kind: 'emoji', id: wave.id }))
  expect(withdrawn()).toEqual([5])
})
