import { say } from '../../../src/lib/language/say.ts'
import { keptBytes } from '../../kept/kept-list.ts'
import { setLimit } from '../../kept/take-away.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { sizeOf } from '../../lib/size.ts'
import { showToast } from '../../lib/toast.ts'

const limits = { least: 10, most: 50_000 }

export function KeptLimit({ limitMb }: { limitMb: number }) {
  const form = useForm('kept-limit')
  const set = (data: FormData) => {
    const text = textOf(data, 'limit').trim()
    const wanted = /^\d{1,6}$/.test(text) ? Number(text) : 0
    if (wanted < limits.least || wanted > limits.most) {
      return form.refuse('limit', say('Enter a whole number of MB from {least} to {most}.', limits))
    }
    form.forgive('limit')
    setLimit(wanted)
    showToast(
      keptBytes.value > wanted * 1_000_000
        ? say('The limit is set. The {size} that are here stay until you remove them.', {
            size: sizeOf(keptBytes.value),
          })
        : say('The limit is set.'),
    )
  }
  return (
    <SendForm submit={set}>
      <Field
        form={form}
        name="limit"
        label={say('Keep at most, in MB')}
        inputMode="numeric"
        autocomplete="off"
        defaultValue={String(limitMb)}
        beside={<SendKey form={form} label={say('Set')} busyLabel={say('Set')} />}
      />
      <FormTrouble form={form} fields={['limit']} />
    </SendForm>
  )
}
