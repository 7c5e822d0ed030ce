import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { mailingTypes, namedGroups, subjectLength } from '../../../../contract/office/mailings.ts'
import { groupTitles, mailingTypeTitles } from '../../../../rules/mailings/mailing.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useCheckedForm } from '../../../kit/ui/hooks/use-checked-form.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { Estimate } from './estimate.tsx'
import { forgetForm, mailingFormMistakes, keepForm, keptForm } from './mailing-form.ts'
import { MailingPreview } from './mailing-preview.tsx'
import classes from './mailings.module.css'

const SendDialog = lazyNamed(() => import('./send-dialog.tsx'), 'SendDialog')

const typeOptions = mailingTypes.map((value) => ({ value, label: mailingTypeTitles[value] }))
const groupOptions = [
  ...namedGroups.filter((group) => group !== 'any').map((value) => ({ value, label: groupTitles[value] })),
  { value: 'category', label: 'Подписаны на категорию' },
  { value: 'any', label: groupTitles.any },
]

const hint =
  'Пустая строка начинает абзац. **жирное**, [ссылка](https://…), строка «- …» это пункт списка, строка [[Кнопка]](https://…) это кнопка. {{имя|друг}}: имя, а если его нет, «друг»; есть ещё {{категория|…}} и {{почта}}'

export interface NewMailingProps {
  zone: string
  categories: ReadonlyMap<number, string>
}

/** The form, how the letter looks, and a question before it is sent. */
export function NewMailing({ zone, categories }: NewMailingProps) {
  const [sending, setSending] = useState(false)
  const checked = useMailingForm(zone)
  const { form, change, check, input } = checked
  const test = useAct('mailings', 'sendTestMailing', {
    onSuccess: ({ email }) => showActionToast(`Пробное письмо отправлено на ${email}`, null),
  })
  useFocusReturn({ opened: sending })
  const { type, subj, body } = form
  return (
    <Card aria-label="Новая рассылка">
      <div className={classes.columns}>
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (check()) setSending(true)
          }}
        >
          <h2 className={typography.heading}>Новая рассылка</h2>
          <RecipientFields fields={checked} categories={categories} />
          <Estimate form={form} />
          <TextInput {...input('subj')} label="Тема" maxLength={subjectLength} required />
          <Textarea
            {...input('body')}
            label="Текст письма"
            description={hint}
            minRows={10}
            autosize
            maxRows={24}
            required
          />
          <TextInput
            {...input('at')}
            type="datetime-local"
            label="Когда"
            description={`Пусто: сразу. Время вашего часового пояса, ${zone}`}
          />
          <Row>
            <Button type="submit">Отправить…</Button>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ type, subj, body })}>
              Пробное письмо себе
            </Button>
          </Row>
          <AdminFailure error={test.error} />
        </Stack>
        <MailingPreview type={type} subj={subj} body={body} />
      </div>
      <LazyBoundary>
        {sending && (
          <SendDialog
            form={form}
            zone={zone}
            categories={categories}
            onClose={() => setSending(false)}
            onSent={() => {
              setSending(false)
              change(forgetForm())
            }}
          />
        )}
      </LazyBoundary>
    </Card>
  )
}

interface RecipientFieldsProps {
  fields: ReturnType<typeof useMailingForm>
  categories: ReadonlyMap<number, string>
}

/** Of which kind it is, and to whom it goes. */
function RecipientFields({ fields: { form, input, choice, mistakes }, categories }: RecipientFieldsProps) {
  return (
    <>
      <FieldPair>
        <Select
          {...choice('type')}
          label="Тип"
          placeholder="Выберите тип"
          data={typeOptions}
          error={mistakes.type}
          required
        />
        <Select
          {...choice('group')}
          label="Кому"
          placeholder="Выберите группу"
          data={groupOptions}
          error={mistakes.group}
          required
        />
      </FieldPair>
      {form.group === 'category' && (
        <Select
          {...choice('category')}
          label="Категория"
          placeholder="Выберите категорию"
          data={[...categories].map(([id, name]) => ({ value: String(id), label: name }))}
          error={mistakes.category}
          searchable
          required
        />
      )}
      {form.group === 'any' && (
        <Textarea {...input('recAny')} label="Адреса, один в строке" rows={5} spellCheck={false} required />
      )}
    </>
  )
}

/** What is typed is kept in the browser: a page that is closed loses nothing. */
function useMailingForm(zone: string) {
  const checked = useCheckedForm(keptForm, (form) => mailingFormMistakes(form, zone, Date.now()))
  const { form } = checked
  useEffect(() => keepForm(form), [form])
  return {
    ...checked,
    mistakes: {
      type: checked.input('type').error,
      group: checked.input('group').error,
      category: checked.input('category').error,
    },
  }
}
