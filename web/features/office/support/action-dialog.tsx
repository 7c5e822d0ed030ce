import { Button, Modal, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { supportActions, type InfoOf } from '../../../../contract/office/support.ts'
import { productTypes } from '../../../../contract/access/subscriptions.ts'
import { clampDays } from '../../../../rules/support/action.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { useCheckedForm } from '../../../kit/ui/hooks/use-checked-form.ts'
import typography from '../../../kit/ui/typography.module.css'
import { chosenAction, emptyForm, actionFormMistakes, wantedData, type ActionForm } from './action-form.ts'
import { actionTitles, thingTitles } from './in-words.ts'
import classes from './support.module.css'
import { useUndo } from './use-undo.ts'

const TYPING_MS = 300

export interface ActionDialogProps {
  person: InfoOf<'details'>['person']
  onClose: () => void
}

/** What support does for a person: chosen, seen beforehand, explained, and for a deletion asked once more. */
export function ActionDialog({ person, onClose }: ActionDialogProps) {
  const fields = useCheckedForm(() => emptyForm, actionFormMistakes)
  const { form, check } = fields
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone.
  useEffect(() => {
    if (isAsking) button.current?.focus()
  }, [isAsking])
  const cache = useQueryClient()
  const undo = useUndo(person.id)
  const take = useAct('support', 'takeAction', {
    onSuccess: ({ changes, entry }) => {
      onClose()
      showActionToast(changes[0] ?? 'Сделано', () => undo.mutate({ entry, user: person.id }))
    },
    onError: () => setAsking(false),
    onSettled: () => cache.invalidateQueries({ queryKey: ['support'] }),
  })
  const action = chosenAction(form)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!check() || action === null) return
    if (action === 'delete-account' && !isAsking) {
      take.reset()
      setAsking(true)
    } else take.mutate({ action, user: person.id, data: { ...wantedData(form), note: form.note.trim() } })
  }
  return (
    <Modal opened onClose={onClose} title={`Действие: ${person.username || `человек № ${person.id}`}`} size={560}>
      <Stack as="form" noValidate onSubmit={submit}>
        {isAsking ? (
          <AlertBox tone="warn">{`Удалить аккаунт ${person.email ?? `№ ${person.id}`}?`}</AlertBox>
        ) : (
          <ActionFields {...fields} />
        )}
        <Preview userId={person.id} form={form} />
        {take.error && <AlertBox tone="bad">{sentenceOf(take.error)}</AlertBox>}
        <DialogButtons onClose={isAsking ? () => setAsking(false) : onClose}>
          <Button
            ref={button}
            type="submit"
            loading={take.isPending}
            {...(action === 'delete-account' && { color: 'red.9' })}
          >
            {isAsking ? 'Да, удалить аккаунт' : action === null ? 'Выполнить' : actionTitles[action]}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

type Fields = ReturnType<typeof useCheckedForm<ActionForm>>

function ActionFields(fields: Fields) {
  const { form, input, choice } = fields
  const action = chosenAction(form)
  return (
    <>
      <Select
        {...choice('action')}
        error={input('action').error}
        value={form.action === '' ? null : form.action}
        label="Действие"
        placeholder="Выберите"
        data={supportActions.map((value) => ({ value, label: actionTitles[value] }))}
        required
        data-autofocus
      />
      {action !== null && action !== 'delete-account' && <GrantFields {...fields} />}
      <Textarea
        {...input('note')}
        label="Почему"
        description="Останется в журнале, человек этого не увидит"
        maxLength={1_000}
        autosize
        minRows={2}
        required
      />
    </>
  )
}

function GrantFields({ form, input, choice, change }: Fields) {
  const { data } = useCall('categories', 'listCategories', {})
  const categories = (data?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isTeam = form.action === 'team-subscribe'
  return (
    <>
      <FieldPair>
        <Select
          {...choice('product')}
          label="Что открыть"
          data={productTypes.map((value) => ({ value, label: thingTitles[value] }))}
        />
        {form.product === 'category' ? (
          <Select
            {...choice('category')}
            error={input('category').error}
            value={form.category === '' ? null : form.category}
            label="Какую"
            placeholder="Выберите категорию"
            data={categories}
            searchable
            nothingFoundMessage="Нет такой категории"
            required
          />
        ) : form.product === 'group' ? (
          <TextInput {...input('size')} label="Сколько групп" placeholder="как обычно" inputMode="numeric" />
        ) : (
          <TextInput label="Какой" value="тот, что не слушаем, или новый" readOnly />
        )}
      </FieldPair>
      <FieldPair>
        <TextInput
          {...input('days')}
          label="Дней"
          description="От 1 до 365"
          inputMode="numeric"
          onBlur={() => change({ days: String(clampDays(Number(form.days) || 1)) })}
          required
        />
        {isTeam ? (
          <TextInput
            {...input('teamSize')}
            label="Размер команды"
            description="Вместе с владельцем"
            inputMode="numeric"
            required
          />
        ) : (
          <TextInput
            {...input('sum')}
            label="Сумма, руб."
            description="О чём договорились; деньги не движутся"
            inputMode="decimal"
          />
        )}
      </FieldPair>
      {isTeam && (
        <TextInput
          {...input('sum')}
          label="Сумма, руб."
          description="О чём договорились; деньги не движутся"
          inputMode="decimal"
        />
      )}
      <FieldPair>
        <TextInput {...input('name')} label="Название тарифа" placeholder="как обычно" maxLength={80} />
        <TextInput {...input('period')} label="Срок словами" placeholder="по числу дней" maxLength={40} />
      </FieldPair>
    </>
  )
}

/** What would change, as reported by who then changes it. */
function Preview({ userId, form }: { userId: number; form: ActionForm }) {
  const [settled] = useDebouncedValue(form, TYPING_MS)
  const { note: _note, ...mistakes } = actionFormMistakes(settled)
  const ready = Object.keys(mistakes).length === 0
  const { data, error, isFetching } = useCall(
    'support',
    'previewAction',
    { user: userId, data: wantedData(settled) },
    { enabled: ready, staleTime: 0, gcTime: 0, retry: false, placeholderData: keepPreviousData },
  )
  if (!ready) return null
  return (
    <section aria-label="Что изменится" aria-live="polite" aria-busy={isFetching} className={classes.preview}>
      <h3 className={typography.heading}>Что изменится</h3>
      {error ? (
        <p className={typography.mistake}>{sentenceOf(error)}</p>
      ) : data ? (
        <ul className={classes.changes}>
          {data.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={48} />
      )}
    </section>
  )
}
