import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { messageKinds, networks, networkTitles, type MessageKind, type Network } from '../../../../contract/networks.ts'
import {
  projectLimits,
  type Project,
  type ProjectFields,
  type QueryMistake,
} from '../../../../contract/watching/projects.ts'
import { ToggleChips } from '../../../kit/ui/components/choice-chips.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { PhrasesInput } from '../../../kit/ui/components/phrases-input.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { projectListTitles, findsOther, listFields, mistakesIn, tooMany, type ListField } from './project-fields.ts'
import classes from './project-form.module.css'
import type { ProjectDraft } from './use-project-draft.ts'

const kindTitles: Record<MessageKind, string> = { post: 'Посты', comment: 'Комментарии' }
/** «Разные сети» is no network that can be listened to by itself. */
const listened = networks.filter((network): network is Exclude<Network, 'mixed'> => network !== 'mixed')

/** How many phrases of each list may be asked for. */
export type ListLimits = Record<ListField, number>

export interface WordListProps {
  field: ListField
  fields: ProjectFields
  limits: ListLimits
  mistakes: readonly QueryMistake[]
  onChange: (to: Partial<ProjectFields>) => void
  /** What is typed at the moment: no phrase yet. */
  onTyping?: (text: string) => void
}

const listWords: Record<ListField, { description: string; placeholder: string }> = {
  keywords: {
    description:
      'Достаточно одного из них. Слова ищутся во всех формах, рядом и в одном предложении; "в кавычках" — точно так, ~купить — и «покупать», Рыжий Лис с больших букв — и #рыжийлис',
    placeholder: 'например: кофейня зерно',
  },
  context: {
    description: 'Необязательно. Хотя бы одно должно встретиться в сообщении',
    placeholder: 'например: кофе, завтрак, бариста',
  },
  excludedKeywords: {
    description: 'Сообщения с ними не подойдут. Список можно вставить целиком',
    placeholder: 'например: вакансия, семена',
  },
}

/** One of the three lists of words. */
export function WordList({ field, fields, limits, mistakes, onChange, onTyping }: WordListProps) {
  return (
    <PhrasesInput
      label={projectListTitles[field]}
      {...listWords[field]}
      phrases={fields[field]}
      letters={projectLimits.letters}
      most={{ count: limits[field], sentence: tooMany(field, limits[field]) }}
      excluded={field === 'excludedKeywords'}
      mistakes={mistakesIn(mistakes, field)}
      onChange={(phrases) => onChange({ [field]: phrases })}
      {...(onTyping && { onTyping })}
    />
  )
}

export interface ProjectFormProps {
  project: Project
  draft: ProjectDraft
  mistakes: readonly QueryMistake[]
  /** Why it was not saved. */
  error: string | null
  busy: boolean
  onSave: (restart: boolean) => void
}

export function ProjectForm({ project, draft, mistakes, error, busy, onSave }: ProjectFormProps) {
  const { fields, changed, change, reset } = draft
  const [restart, setRestart] = useState(true)
  /** Words that are no phrase yet: they become one as soon as «Сохранить» is pressed. */
  const [typed, setTyped] = useState<Partial<Record<ListField, string>>>({})
  const typing = Object.values(typed).some((text) => text.trim() !== '')
  const searches = findsOther(fields, project)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (changed) onSave(searches && restart)
  }
  return (
    <Stack as="form" onSubmit={save} aria-label={`Настройки: ${project.name}`}>
      <TextInput
        label="Название"
        placeholder="например: Кофейня"
        maxLength={projectLimits.name}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {listFields.map((field) => (
        <WordList
          key={field}
          field={field}
          fields={fields}
          limits={projectLimits}
          mistakes={mistakes}
          onChange={change}
          onTyping={(text) => setTyped((before) => ({ ...before, [field]: text }))}
        />
      ))}
      <Listened fields={fields} onChange={change} />
      <HidingSwitches fields={fields} onChange={change} />
      {error !== null && <AlertBox tone="bad">{error}</AlertBox>}
      <Stack gap={3} className={classes.bottom}>
        {searches && (
          <Checkbox
            label="Сразу найти в сообщениях за прошлые дни"
            description={restart ? undefined : 'Новые слова подействуют только на новые сообщения'}
            checked={restart}
            onChange={(event) => setRestart(event.currentTarget.checked)}
          />
        )}
        <Row>
          <Button type="submit" loading={busy} disabled={!changed && !typing}>
            Сохранить
          </Button>
          {changed && (
            <Button variant="default" onClick={reset}>
              Отменить изменения
            </Button>
          )}
        </Row>
      </Stack>
    </Stack>
  )
}

interface PartProps {
  fields: ProjectFields
  onChange: (to: Partial<ProjectFields>) => void
}

/** Where the words are looked for. */
export function Listened({ fields, onChange }: PartProps) {
  return (
    <>
      <Stack as="fieldset" gap={2} className={classes.group}>
        <legend>Сети</legend>
        <ToggleChips
          label="Сети"
          options={listened.map((value) => ({
            value,
            title: networkTitles[value],
            icon: <NetworkIcon network={value} />,
          }))}
          values={fields.networks.filter((each): each is (typeof listened)[number] => each !== 'mixed')}
          onChange={(chosen) => onChange({ networks: chosen })}
        />
        <p className={typography.small}>
          {fields.networks.length === 0 ? 'Ничего не выбрано: слушаем все' : 'Слушаем только выбранные'}
        </p>
      </Stack>
      <Stack as="fieldset" gap={2} className={classes.group}>
        <legend>Вид сообщений</legend>
        <ToggleChips
          label="Вид сообщений"
          options={messageKinds.map((value) => ({ value, title: kindTitles[value] }))}
          values={fields.kinds}
          onChange={(kinds) => onChange({ kinds })}
        />
      </Stack>
    </>
  )
}

export function HidingSwitches({ fields, onChange }: PartProps) {
  const title = useId()
  return (
    <Stack as="fieldset" gap={2} className={classes.group} aria-labelledby={title}>
      <legend id={title}>Скрывать лишнее</legend>
      <Switch
        label="Грубые слова"
        description="Мат во всех формах и под звёздочками. Скрытое не удаляется"
        checked={fields.censorFilter}
        onChange={(event) => onChange({ censorFilter: event.currentTarget.checked })}
      />
      <Switch
        label="Нейрофильтр"
        description="Реклама, спам и сообщения, где слово значит другое"
        checked={fields.neuralFilter}
        onChange={(event) => onChange({ neuralFilter: event.currentTarget.checked })}
      />
    </Stack>
  )
}
