import type { PlantedBug } from '../bug.ts'

/** Bugs with what a backup has, keeps and restores. */
export const backupBugs: readonly PlantedBug[] = [
  {
    name: 'stored files of older kept backups are removed',
    file: 'src/platform/backup/kept-backups.ts',
    text: "key.endsWith('.objects') && !gone.has(key))",
    becomes: "key.endsWith('.objects') && !gone.has(key)).slice(-1)",
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'bytes that were read back wrong stay',
    file: 'src/platform/backup/add-backup.ts',
    text: '  await place.remove(key)\n  const reason',
    becomes: '  const reason',
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'backups of a clock that was ahead are removed',
    file: 'src/platform/backup/retention.ts',
    text: '    ...times.filter((time) => isToCome(time, now)),\n',
    becomes: '',
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'a damaged file in a backup removes the old ones',
    file: 'src/platform/backup/add-backup.ts',
    text: 'damaged.length > 0 || keepsAll ? []',
    becomes: 'keepsAll ? []',
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'a backup of another site is removed',
    file: 'src/platform/backup/kept-backups.ts',
    text: 'owner.names.has(name) : deckId === owner.deckId',
    becomes: 'owner.names.has(name) : true',
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'a stored file of a wrong hash is restored',
    file: 'src/platform/backup/restore-backup.ts',
    text: '    if (found.get(name) !== hash) throw new Error(`its file ${name} is damaged`)\n',
    becomes: '',
    tests: ['platform/backup/backup.long'],
  },
  {
    name: 'a backup that was cut short is restored',
    file: 'src/platform/backup/restore-backup.ts',
    text: '  if (!head || !sums || sums.size !== head.files) throw',
    becomes: '  if (!head || !sums) throw',
    tests: ['platform/backup/backup.long'],
  },
  {
    name: 'a backup of a newer version is restored',
    file: 'src/platform/backup/restore-backup.ts',
    text: '    if (unknown.some(({ name }) => name > newest)) throw new Error(newerText(madeBy))\n    if (unknown.length > 0) throw new Error(unknownText(madeBy))\n',
    becomes: '',
    tests: ['platform/backup/backup.long', 'operate/clock-ahead'],
  },
  {
    name: 'the newest backup of a clock that was ahead is restored first',
    file: 'src/platform/backup/find-backup.ts',
    text: 'all.findLast(({ time }) => !isToCome(time, now)) ?? all.at(-1)',
    becomes: 'all.at(-1)',
    tests: ['operate/clock-ahead'],
  },
  {
    name: 'one week less of backups is kept',
    file: 'src/platform/backup/retention.ts',
    text: 'weeks: 4',
    becomes: 'weeks: 3',
    tests: ['platform/backup/kept-backups'],
  },
  {
    name: 'a file that no backup has is taken from one',
    file: 'src/platform/backup/restore-backup.ts',
    text: "  if (type !== 'file' || !isKept(name)) throw",
    becomes: "  if (type !== 'file') throw",
    tests: ['platform/backup/backup.long'],
  },
  {
    name: 'the list of a removed backup stays',
    file: 'src/platform/backup/kept-backups.ts',
    text: '    await place.remove(listKey(key))\n',
    becomes: '',
    tests: ['platform/backup/kept-backups'],
  },
]
