import type { PlantedBug } from '../bug.ts'

/** Bugs with decisions about content, objections and reports. */
export const moderationBugs: readonly PlantedBug[] = [
  {
    name: 'an objection is answered twice',
    file: 'src/operate/moderation/object.ts',
    text: "    if (row.answeredAt !== null) throw new AppError('BAD_STATE', say('This objection is answered already.'))\n",
    becomes: '',
    tests: ['operate/objection'],
  },
  {
    name: 'a decision that nobody objected to is answered',
    file: 'src/operate/moderation/object.ts',
    text: "    if (row.objectedAt === null) throw new AppError('BAD_STATE', say('Nobody has objected to this decision.'))\n",
    becomes: '',
    tests: ['operate/objection'],
  },
  {
    name: 'somebody else objects to a decision',
    file: 'src/operate/moderation/read-decisions.ts',
    text: "  if (row.userId !== userId) throw notFound('decision')\n",
    becomes: '',
    tests: ['operate/objection'],
  },
  {
    name: 'a decision is objected to after six months',
    file: 'src/operate/moderation/read-decisions.ts',
    text: ' && ctx.now() <= decidedAt + objectableMs',
    becomes: '',
    tests: ['operate/objection'],
  },
  {
    name: 'a thing is taken down twice',
    file: 'src/operate/moderation/take-down.ts',
    text: "    if (takenDown !== null) throw new AppError('BAD_STATE', alreadyText(kind))\n",
    becomes: '',
    tests: ['operate/objection', 'operate/take-down'],
  },
  {
    name: 'the streams of a page that was taken down go on',
    file: 'src/casset/take-down.ts',
    text: "() => ctx.bus.publish({ kind: 'end', room: id })",
    becomes: '() => {}',
    tests: ['operate/take-down'],
  },
  {
    name: 'packs of what a law took down stay',
    file: 'src/casset/take-down.ts',
    text: "  if (ground === 'law') ctx.jobs.add(dropPacksJob, { cassetId: id }, { key: `taken-down:${id}` })\n",
    becomes: '',
    tests: ['operate/take-down-copies', 'operate/take-down'],
  },
  {
    name: 'a track that its maker deleted comes back',
    file: 'src/casset/track/take-down.ts',
    text: 'and(eq(tracks.id, id), isNull(tracks.withdrawnAt))\n    ctx.db.update(tracks).set({ active',
    becomes: 'eq(tracks.id, id)\n    ctx.db.update(tracks).set({ active',
    tests: ['operate/take-down'],
  },
  {
    name: 'somebody reports one thing again and again',
    file: 'src/operate/moderation/report-thing.ts',
    text: '    if (has(isTheirs)) return\n',
    becomes: '',
    tests: ['operate/content-report'],
  },
]
