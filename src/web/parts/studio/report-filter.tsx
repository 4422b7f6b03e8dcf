import { reportedNames, reportOutcomes } from '../../../../db/schema/operate/moderation.ts'
import { say } from '../../../lib/language/say.ts'
import { kindNames } from '../../../operate/moderation/decision-text.ts'
import type { ReportsFilter } from '../../../operate/moderation/report/list-reports.ts'

type Choice = { value: string; text: string }
type SelectProps = { name: string; label: string; chosen: string; choices: readonly Choice[] }

const Select = ({ name, label, chosen, choices }: SelectProps) => (
  <div class="field">
    <label for={`filter-${name}`}>{label}</label>
    <select id={`filter-${name}`} name={name}>
      {choices.map(({ value, text }) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </div>
)

type ReportFilterProps = { path: string; filter: ReportsFilter }

export const ReportFilter = ({ path, filter: { kind, state, from, reporter, order } }: ReportFilterProps) => (
  <form class="filter" action={path}>
    <Select
      name="state"
      label={say('State')}
      chosen={state ?? ''}
      choices={[
        { value: '', text: say('To decide') },
        ...reportOutcomes.map((value) => ({ value, text: outcomeNames()[value] })),
      ]}
    />
    <Select
      name="kind"
      label={say('Kind of thing')}
      chosen={kind ?? ''}
      choices={[
        { value: '', text: say('All ## kinds of things') },
        ...reportedNames.map((value) => ({ value, text: kindNames()[value] })),
      ]}
    />
    <Select
      name="from"
      label={say('Reported by')}
      chosen={from ?? ''}
      choices={[
        { value: '', text: say('Anybody ## by whom something was reported') },
        { value: 'members', text: say('People with an account ## by whom something was reported') },
        { value: 'guests', text: say('Guests ## by whom something was reported') },
      ]}
    />
    <div class="field">
      <label for="filter-reporter">{say('Only this handle')}</label>
      <input
        id="filter-reporter"
        name="reporter"
        type="search"
        autoCapitalize="none"
        maxLength={64}
        defaultValue={reporter}
        placeholder="@"
      />
    </div>
    <Select
      name="order"
      label={say('Order ## of a list')}
      chosen={order ?? ''}
      choices={[
        { value: '', text: say('Oldest first') },
        { value: 'newest', text: say('Newest first') },
      ]}
    />
    <button type="submit" class="key">
      {say('Show ## what a filter asks for')}
    </button>
  </form>
)

const outcomeNames = () => ({ 'taken-down': say('Taken down'), dismissed: say('Left as it is') }) as const
