import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'

const names = (): Readonly<Record<DeskSetting['group'], string>> => ({
  Site: say('Site ## the website that its owner runs'),
  Address: say('Address'),
  Email: say('Email ## how a site sends it'),
  Payments: say('Payments'),
  Backups: say('Backups'),
  'Sign-up': say('Sign-up'),
  People: say('People'),
  Artists: say('Artists'),
  'Sign-in': say('Sign-in'),
  Limits: say('Limits'),
  Programs: say('Programs'),
})

export const nameOfGroup = (group: DeskSetting['group']): string => names()[group]
