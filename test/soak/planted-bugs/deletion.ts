import type { PlantedBug } from './bug.ts'

export const deletionBugs: readonly PlantedBug[] = [
  {
    name: 'the passkeys of a deleted account still sign in to it',
    file: 'src/account/passkey/personal.ts',
    text: '    db.delete(passkeys).where(eq(passkeys.userId, userId)).run()\n',
    becomes: '',
    tests: ['endings', 'operate/deletion'],
  },
  {
    name: 'addresses and browsers of a deleted account stay in its activity',
    file: 'src/platform/security/personal.ts',
    text: "    eraseSome(activities.id, activities.userId, 'userId'),\n",
    becomes: '',
    tests: ['operate/deletion'],
  },
  {
    name: 'a former handle of a deleted artist is free',
    file: 'src/account/handle/retire-handle.ts',
    text: '[handle, ...former.map((each) => each.handle)]',
    becomes: '[handle, ...former.map(() => handle)]',
    tests: ['operate/deletion'],
  },
  {
    name: 'a casset called like its deleted artist in capitals keeps their name',
    file: 'src/casset/personal.ts',
    text: '!name.toLowerCase().includes(displayName.toLowerCase())',
    becomes: '!name.includes(displayName)',
    tests: ['operate/deletion'],
  },
]
