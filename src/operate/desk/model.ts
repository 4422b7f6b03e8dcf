import { type Static, t } from 'elysia'
import { setupSteps } from '../../lib/account/setup-steps.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { settingGroups, settingKinds } from '../../platform/setting/settings.ts'

export const DeskSetting = t.Object({
  name: t.String({ description: 'the environment variable of the same name' }),
  group: OneOf(settingGroups),
  label: t.String(),
  hint: t.String(),
  part: Nullable(t.String({ description: 'the fold within its group that it is in' })),
  kind: OneOf(settingKinds),
  choices: t.Array(t.Object({ value: t.String(), label: t.String(), about: t.String() })),
  value: Nullable(t.String({ description: 'null for a secret; the address of a mail server without its password' })),
  standard: Nullable(t.String({ description: 'the choice that holds where none is set' })),
  onlyWith: Nullable(
    t.Object(
      { name: t.String(), value: t.String() },
      { description: 'the choice of another setting with which alone this one means something' },
    ),
  ),
  setBy: Nullable(OneOf(['environment', 'desk'])),
  isMissing: t.Boolean({ description: 'it is a secret that was set here and is lost: it is asked for again' }),
  change: Nullable(t.String({ description: 'the newest change of it at the desk' })),
  draft: Nullable(t.String({ description: 'a text to begin with' })),
})

export const DeskChange = t.Object({
  id: t.String(),
  name: t.String(),
  label: t.String(),
  value: Nullable(t.String({ description: 'null for a secret, and where it is no longer set' })),
  isSecret: t.Boolean(),
  isSet: t.Boolean(),
  by: Nullable(t.String({ description: 'the handle of whoever made it' })),
  changedAt: t.String(),
  canUndo: t.Boolean(),
})

export const SiteNote = t.Object({
  title: t.String(),
  group: Nullable(OneOf(settingGroups)),
  /** Open: more could be set, and nothing is wrong. */
  state: OneOf(['good', 'open', 'bad']),
  text: t.String(),
  fix: Nullable(t.String({ description: 'what to do that no setting does' })),
  elsewhere: t.Array(OneOf(settingGroups), { description: 'other parts with settings that it names' }),
})

export const Setup = t.Array(t.Object({ step: OneOf(setupSteps), state: OneOf(['answered', 'skipped', 'open']) }))

export const Desk = t.Object({
  settings: t.Array(DeskSetting),
  changes: t.Array(DeskChange),
  setup: Setup,
})

export const Health = t.Object({
  lookedAt: Nullable(t.String({ description: 'null before the first time' })),
  isLooking: t.Boolean(),
  findings: t.Array(
    t.Object({
      name: t.String(),
      title: t.String({ description: 'its name in the language of the reader' }),
      ok: t.Boolean(),
      lost: t.Boolean({ description: 'whether it tells of something that nobody can bring back' }),
      text: Nullable(t.String()),
      fix: Nullable(t.String()),
      since: t.String({ description: 'since when it has been well, or not' }),
      groups: t.Array(OneOf(settingGroups), { description: 'the parts of the desk with the settings that it names' }),
    }),
  ),
  backups: t.Object({
    place: Nullable(t.String({ description: 'null where none is set' })),
    isEncrypted: t.Boolean(),
    isRunning: t.Boolean(),
    goodAt: Nullable(t.String()),
    goodDays: Nullable(t.Integer({ description: 'how old the last good one is' })),
    bytes: t.Integer({ description: 'of the last good one' }),
    restoredAt: Nullable(t.String({ description: 'when one was last restored for a trial' })),
    problem: Nullable(t.String({ description: 'why the last one failed' })),
    trialProblem: Nullable(t.String({ description: 'why the last trial of restoring one failed' })),
  }),
  maintenance: t.Object({ since: Nullable(t.String({ description: 'null while it is open' })), text: t.String() }),
  copy: Nullable(
    t.Object(
      {
        kind: OneOf(['restored', 'look', 'copied', 'elsewhere'] as const),
        madeAt: Nullable(t.String({ description: 'when the backup was made that it was restored from' })),
      },
      { description: 'null for the site itself; elsewhere: another copy has the place of backups' },
    ),
  ),
})

export const MaintenancePatch = t.Object(
  { isOn: t.Boolean(), text: t.String({ maxLength: 500, description: 'what pages say then' }) },
  closed,
)

export const SettingsPatch = t.Object(
  {
    settings: t.Array(
      t.Object(
        {
          name: t.String({ maxLength: 60 }),
          value: Nullable(t.String({ maxLength: 60_000 })),
          change: t.Optional(
            Nullable(
              t.String({ maxLength: 40, description: 'its newest change that was seen; refused if there is a newer' }),
            ),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: 60 },
    ),
    anyway: t.Optional(
      t.Boolean({
        description: 'sets an address at which the site was not reached, or keys that could not be checked',
      }),
    ),
  },
  closed,
)

export const Outcome = t.Object({ ok: t.Boolean(), text: t.String(), fix: Nullable(t.String()) })

export const TestEmail = t.Object({
  text: t.String({ description: 'what the mail server said, and what is missing at the domain of the sender' }),
})

export const Rehearsal = t.Object({ isRunning: t.Boolean(), text: Nullable(t.String()) })

export const SetupParams = t.Object({ step: OneOf(setupSteps) })

export type Outcome = Static<typeof Outcome>
export type TestEmail = Static<typeof TestEmail>
export type Rehearsal = Static<typeof Rehearsal>
export type Setup = Static<typeof Setup>
export type DeskSetting = Static<typeof DeskSetting>
export type SiteNote = Static<typeof SiteNote>
export type DeskChange = Static<typeof DeskChange>
export type Health = Static<typeof Health>
export type MaintenancePatch = Static<typeof MaintenancePatch>
export type Desk = Static<typeof Desk>
export type SettingsPatch = Static<typeof SettingsPatch>
