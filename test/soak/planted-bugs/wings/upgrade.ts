import type { PlantedBug } from '../bug.ts'

/** Bugs with which version takes the place of another. */
export const upgradeBugs: readonly PlantedBug[] = [
  {
    name: 'the same version is taken as an upgrade',
    file: 'src/operate/upgrade/upgrade.ts',
    text: '  if (Bun.semver.order(signed.version, own) <= 0)',
    becomes: '  if (Bun.semver.order(signed.version, own) < 0)',
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'an older version is taken as an upgrade',
    file: 'src/operate/upgrade/upgrade.ts',
    text: '  if (Bun.semver.order(signed.version, own) <= 0)',
    becomes: '  if (signed.version === own)',
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'a file for another machine is taken',
    file: 'src/operate/upgrade/upgrade.ts',
    text: '  if (signed.content !== builtFor?.target)',
    becomes: "  if (signed.content === '')",
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'two upgrades run at once',
    file: 'src/operate/upgrade/upgrade.ts',
    text: "  if (lastUpgrade(ctx)?.state === 'running')",
    becomes: "  if (lastUpgrade(ctx)?.version === '')",
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'an upgrade that never began blocks every later one',
    file: 'src/operate/upgrade/upgrade.ts',
    text: 'seen.pid === 0 ? ctx.now() - seen.startedAt < startsWithinMs :',
    becomes: 'seen.pid === 0 ? true :',
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'an unsigned download is taken',
    file: 'src/operate/upgrade/upgrade.ts',
    text: '    if (key) return await verifyDownload(path, key)',
    becomes: "    if (key) return { content: builtFor?.target ?? '', version: '999.0.0' }",
    tests: ['operate/upgrade-desk.long'],
  },
  {
    name: 'the command takes an older version',
    file: 'src/operate/command/upgrade-command.ts',
    text: '  if (Bun.semver.order(version, own) <= 0)',
    becomes: "  if (version === '')",
    tests: ['operate/upgrade.long'],
  },
  {
    name: 'the command takes a file for another machine',
    file: 'src/operate/command/upgrade-command.ts',
    text: '  if (content !== builtFor?.target)',
    becomes: "  if (content === '')",
    tests: ['operate/upgrade.long'],
  },
  {
    name: 'a version that says another number is taken',
    file: 'src/operate/command/upgrade.ts',
    text: '  if (said.out !== version)',
    becomes: "  if (said.out === '')",
    tests: ['operate/upgrade.long'],
  },
  {
    name: 'an upgrade that fails leaves the database of the later version',
    file: 'src/operate/command/upgrade.ts',
    text: '  if (isPutBack) await putBack(dataDir)\n',
    becomes: '',
    tests: ['operate/upgrade-back.long'],
  },
  {
    name: 'a version that serves no copy takes its place',
    file: 'src/operate/command/upgrade.ts',
    text: '  if (problem !== undefined) throw new UpgradeError(`It does not serve a copy of this site: ${problem}`)\n',
    becomes: '',
    tests: ['operate/upgrade-back.long'],
  },
]
