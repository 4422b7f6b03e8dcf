import type { PlantedBug } from './bug.ts'

/** What goes wrong when an account is deleted. */
export const deletionBugs: readonly PlantedBug[] = [
  {
    name: 'the passkeys of a deleted account still sign in to it',
    file: 'src/operate/deletion/forget-person.ts',
    text: '[pushSubscriptions, passkeys, recoveryCodes,',
    becomes: '[pushSubscriptions, recoveryCodes,',
    tests: ['endings', 'operate/deletion'],
  },
  {
    name: 'addresses and browsers of a deleted account stay in its activity',
    file: 'src/operate/deletion/erase-traces.ts',
    text: "  'DELETE FROM activities WHERE id IN (SELECT id FROM activities WHERE user_id = $id LIMIT $limit)',\n",
    becomes: '',
    tests: ['operate/deletion'],
  },
  {
    name: 'a former handle of a deleted artist is free',
    file: 'src/operate/deletion/retire-handle.ts',
    text: '[handle, ...former.map((each) => each.handle)]',
    becomes: '[handle, ...former.map(() => handle)]',
    tests: ['operate/deletion'],
  },
  {
    name: 'a casset called like its deleted artist in capitals keeps their name',
    file: 'src/operate/deletion/erase-works.ts',
    text: '!name.toLowerCase().includes(gone.displayName.toLowerCase())',
    becomes: '!name.includes(gone.displayName)',
    tests: ['operate/deletion'],
  },
]
