import type { PlantedBug } from '../bug.ts'

/** Bugs with what the owner and helpers do to people and settings at the desk. */
export const deskBugs: readonly PlantedBug[] = [
  {
    name: 'streams go on after the desk signed somebody out',
    file: 'src/operate/people/change-person.ts',
    text: '  endStreams(ctx, ended)\n',
    becomes: '',
    tests: ['endings-again.long'],
  },
  {
    name: 'the desk signs somebody out and their browsers stay in',
    file: 'src/operate/people/change-person.ts',
    text: 'endSessions(ctx, userId))',
    becomes: '[])',
    tests: ['endings-again.long', 'operate/people'],
  },
  {
    name: 'a helper gets a link to set another’s password',
    file: 'src/operate/people/change-person.ts',
    text: "  if (!isSent && author.role !== 'owner') {",
    becomes: "  if (!isSent && author.role === 'nobody') {",
    tests: ['operate/people'],
  },
  {
    name: 'the desk deletes an account by another handle',
    file: 'src/operate/people/change-person.ts',
    text: '.toLowerCase() !== person.handle) {',
    becomes: ".toLowerCase() === '') {",
    tests: ['operate/people'],
  },
  {
    name: 'the desk deletes an account that is owed money',
    file: 'src/operate/people/change-person.ts',
    text: "  if (owed !== '') {",
    becomes: "  if (owed === 'nothing') {",
    tests: ['operate/people'],
  },
  {
    name: 'a site has 21 helpers',
    file: 'src/account/staff/staff.ts',
    text: 'listHelpers(ctx).length >= mostHelpers',
    becomes: 'listHelpers(ctx).length > mostHelpers',
    tests: ['account/staff'],
  },
  {
    name: 'no helper gets other work at a full site',
    file: 'src/account/staff/staff.ts',
    text: '    if (before === null && listHelpers',
    becomes: '    if (listHelpers',
    tests: ['account/staff'],
  },
  {
    name: 'an unconfirmed address becomes a helper',
    file: 'src/account/staff/staff.ts',
    text: '    if (isAddress(account) && emailVerifiedAt === null)',
    becomes: "    if (account === '' && emailVerifiedAt === null)",
    tests: ['account/staff'],
  },
  {
    name: 'a change of settings overwrites a newer one',
    file: 'src/operate/desk/change-settings.ts',
    text: '  if (!stale) return\n',
    becomes: '  if (stale !== null) return\n',
    tests: ['operate/desk/two-desks'],
  },
  {
    name: 'a secret comes back by undoing its change',
    file: 'src/operate/desk/change-settings.ts',
    text: "  if (setting.kind === 'secret') throw new AppError('BAD_STATE', say('A secret is not kept once it was replaced.'))\n",
    becomes: '',
    tests: ['operate/desk/desk', 'operate/desk/desk-keys'],
  },
  {
    name: 'a draft with blanks is published',
    file: 'src/operate/desk/change-settings.ts',
    text: "  if (draft) throw invalid(draft.setting.name, say('Fill in what stands between [[ and ]] first, or take it out.'))\n",
    becomes: '',
    tests: ['operate/desk/two-desks'],
  },
]
