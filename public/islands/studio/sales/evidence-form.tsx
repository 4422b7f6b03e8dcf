import type { Dispute, DisputeToAnswer } from '../../../../src/earnings/dispute/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { evidenceTypes, maxEvidenceBytes } from '../../../../src/lib/payment/evidence-files.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { type Form, fieldId, textOf, useForm } from '../../../lib/form.ts'

type EvidenceFormProps = {
  dispute: Dispute
  suggestion: DisputeToAnswer['suggestion']
  close: () => void
  done: (dispute: Dispute) => void
}

const fileFields = () =>
  [
    [
      'customerCommunication',
      say('Messages between you'),
      say('For example the emails in which they wrote about the music.'),
    ],
    ['serviceDocumentation', say('A document that shows that they got it'), ''],
    ['other', say('Anything else'), ''],
  ] as const

type FileName = ReturnType<typeof fileFields>[number][0]

const fields = () => [
  'statement',
  'productDescription',
  'accessActivityLog',
  ...fileFields().map(([name]) => `files.${name}`),
]

const chosenIn = (data: FormData): [FileName, File][] =>
  fileFields().flatMap(([name]): [FileName, File][] => {
    const file = data.get(`files.${name}`)
    return file instanceof File && file.size > 0 ? [[name, file]] : []
  })

export function EvidenceForm({ dispute: { id, state }, suggestion, close, done }: EvidenceFormProps) {
  const form = useForm('evidence')
  const most = `${maxEvidenceBytes / 1_000_000} MB`
  const submit = async (data: FormData) => {
    const chosen = chosenIn(data)
    const total = chosen.reduce((sum, [, { size }]) => sum + size, 0)
    if (total > maxEvidenceBytes) {
      return form.refuse(null, say('The files can have {most} together; these have more.', { most }))
    }
    const files: Partial<Record<FileName, string>> = {}
    for (const [name, file] of chosen) {
      const uploaded = await form.send(() => api.studio.disputes({ id }).files.post({ file }))
      const trouble = form.trouble.value
      if (!uploaded) return form.refuse(`files.${name}`, trouble?.text ?? say('That did not go through. Try again.'))
      files[name] = uploaded.data.file.id
    }
    const answer = await form.send(() =>
      api.studio.disputes({ id }).evidence.post({
        statement: textOf(data, 'statement'),
        productDescription: textOf(data, 'productDescription'),
        accessActivityLog: textOf(data, 'accessActivityLog'),
        files,
      }),
    )
    if (answer) done(answer.data.dispute)
  }
  return (
    <SendForm class="form evidence" submit={submit}>
      <AreaField form={form} name="statement" label={say('What happened, in your words')} rows={4} />
      <AreaField
        form={form}
        name="productDescription"
        label={say('What you sold')}
        rows={4}
        defaultValue={suggestion.productDescription}
      />
      <AreaField
        form={form}
        name="accessActivityLog"
        label={say('What shows that they got it')}
        rows={4}
        defaultValue={suggestion.accessActivityLog}
        hint={say('This is what Tapedeck knows; it keeps no log of listeners.')}
      />
      <fieldset>
        <legend>{say('Files: PDF, PNG or JPEG, {most} together', { most })}</legend>
        {fileFields().map(([name, label, hint]) => (
          <FileField key={name} form={form} name={`files.${name}`} label={label} hint={hint} />
        ))}
      </fieldset>
      <FormTrouble form={form} fields={fields()} />
      {state === 'OPEN' && (
        <p class="hint">
          {say(
            'The payment processor takes a fee for this answer, next to that of the dispute: 15 US dollars, 20 euros or about as much, and none in Mexico and Japan. It is taken from those who sold this, and comes back if the bank decides for them.',
          )}
        </p>
      )}
      <div class="acts">
        <button type="button" class="key" onClick={close}>
          {say('Cancel')}
        </button>
        <SendKey form={form} label={say('Send to the bank')} busyLabel={say('Sending…')} />
      </div>
    </SendForm>
  )
}

type FileFieldProps = { form: Form; name: string; label: string; hint: string }

function FileField({ form, name, label, hint }: FileFieldProps) {
  const id = fieldId(form, name)
  const trouble = form.trouble.value
  const isWrong = trouble?.field === name
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        type="file"
        id={id}
        name={name}
        accept={evidenceTypes}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {isWrong ? trouble.text : ''}
      </p>
    </div>
  )
}
