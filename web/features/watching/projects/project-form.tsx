import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { messageKinds, networks, networkTitles, type MessageKind, type Network } from '../../../../contract/networks.ts'
import { projectLimits, type Project } from '../../../../contract/watching/projects.ts'
import { ToggleChips } from '../../../kit/ui/components/choice-chips.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { PhrasesInput } from '../../../kit/ui/components/phrases-input.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { fieldTitles, findsOther, mistakesIn, tooMany, type ListField, type Mistake } from './project-fields.ts'
import classes from './project-form.module.css'
import type { ProjectDraft } from './use-project-draft.ts'

const kindTitles: Record<MessageKind, string> = { post: 'Посты', comment: 'Комментарии' }
/** «Разные сети» is no network that can be listened to by itself. */
const listened = networks.filter((network): network is Exclude<Network, 'mixed'> => network !== 'mixed')

export interface ProjectFormProps {
  project: Project
  draft: ProjectDraft
  mistakes: readonly Mistake[]
  /** Why it was not saved. */
  trouble: string | null
  busy: boolean
  onSave: (restart: boolean) => void
}

export function ProjectForm({ project, draft, mistakes, trouble, busy, onSave }: ProjectFormProps) {
  const { fields, changed, change, reset } = draft
  const [restart, setRestart] = useState(true)
  /** Words that are no phrase yet: they become one as soon as «Сохранить» is pressed. */
  const [typed, setTyped] = useState<Partial<Record<ListField, string>>>({})
  const typing = Object.values(typed).some((text) => text.trim() !== '')
  const searches = findsOther(fields, project)
  const list = (field: ListField, description: string, placeholder: string) => (
    <PhrasesInput
      label={fieldTitles[field]}
      description={description}
      placeholder={placeholder}
      phrases={fields[field]}
      letters={projectLimits.letters}
      most={{ count: projectLimits[field], sentence: tooMany(field, projectLimits[field]) }}
      excluded={field === 'excludedKeywords'}
      mistakes={mistakesIn(mistakes, field)}
      onChange={(phrases) => change({ [field]: phrases })}
      onTyping={(text) => setTyped((before) => ({ ...before, [field]: text }))}
    />
  )
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (changed) onSave(searches && restart)
  }
  return (
    <Stack as="form" onSubmit={save} aria-label={`Настройки: ${project.name || `проект ${project.id}`}`}>
      <TextInput
        label="Название"
        placeholder={`Проект ${project.id}`}
        maxLength={projectLimits.name}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {list(
        'keywords',
        'Подойдёт любая строка. Слова ищутся во всех формах, рядом и в одном предложении; "в кавычках" — точно так, ~купить — и «покупать»',
        'например: кофейня зерно',
      )}
      {list(
        'context',
        'Необязательно. Хотя бы одно должно встретиться в сообщении',
        'например: кофе, завтрак, бариста',
      )}
      {list(
        'excludedKeywords',
        'Сообщения с ними не подойдут. Список можно вставить целиком',
        'например: вакансия, семена',
      )}
      <Listened draft={draft} />
      <Hiding draft={draft} />
      {trouble !== null && <AlertBox tone="bad">{trouble}</AlertBox>}
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

/** Where the words are looked for. */
function Listened({ draft: { fields, change } }: { draft: ProjectDraft }) {
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
          onChange={(networks) => change({ networks })}
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
          onChange={(kinds) => change({ kinds })}
        />
      </Stack>
    </>
  )
}

function Hiding({ draft: { fields, change } }: { draft: ProjectDraft }) {
  const title = useId()
  return (
    <Stack as="fieldset" gap={2} className={classes.group} aria-labelledby={title}>
      <legend id={title}>Скрывать лишнее</legend>
      <Switch
        label="Грубые слова"
        description="Мат во всех формах и под звёздочками. Скрытое не удаляется"
        checked={fields.censorFilter}
        onChange={(event) => change({ censorFilter: event.currentTarget.checked })}
      />
      <Switch
        label="Нейрофильтр"
        description="Реклама, спам и сообщения, где слово значит другое"
        checked={fields.neuralFilter}
        onChange={(event) => change({ neuralFilter: event.currentTarget.checked })}
      />
    </Stack>
  )
}
