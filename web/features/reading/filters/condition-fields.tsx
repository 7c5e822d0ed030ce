/** The fields of a filter, condition by condition. Each change shows at once. */
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { handledModes, intentLevels, type FilterFields as Fields } from '../../../../contract/reading/filters.ts'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import { networks, networkTitles, sourceKinds, sourceKindTitles } from '../../../../contract/networks.ts'
import { leadStatusTitles } from '../../../../rules/lead-words.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { ChoiceChips, ToggleChips } from '../../../kit/ui/components/choice-chips.tsx'
import typography from '../../../kit/ui/typography.module.css'
import type { ConditionName } from './filter-conditions.ts'
import { assigneeTitles, handledTitles, intentTitles, messageKindTitles, spamTitles } from './filter-parts.ts'
import { PeriodInput } from './period-input.tsx'
import { useTeamNames } from './use-team-names.ts'
import { ProductsInput } from './products-input.tsx'
import type { FilterChoice } from './use-filter-choice.ts'
import type { ValueCounts } from './value-counts.tsx'
import { WordsInput } from './words-input.tsx'

/** The parts that have a dialog of their own where there is no room for a bar. */
export const partConditions = {
  words: ['words', 'stopWords'],
  locations: ['locations'],
  products: ['products'],
} as const satisfies Record<string, ConditionName[]>
export type FilterPartName = keyof typeof partConditions

/** How another feature draws its part. */
export interface SlotLook {
  /** It is all there is: its list need not wait to be opened. */
  alone: boolean
  counts: ValueCounts
}

/** What other features put into the form; the page brings them together. */
export interface FilterSlots {
  /** Chooses places. */
  locations: (look: SlotLook) => ReactNode
  /** Whether what was learnt of the reader hides messages. */
  learned: ReactNode
  /** Whether new messages are reported; nothing where that is not the reader's to decide. */
  push: ReactNode
}

export interface FilterFieldsProps {
  choice: FilterChoice
  fields: Fields
  slots: FilterSlots
  counts: ValueCounts
  /** The reader's time zone. */
  zone: string
}

interface ConditionProps extends FilterFieldsProps {
  /** Nothing else is shown: it says more of itself. */
  alone: boolean
}

/** One condition. */
export function ConditionFields({ name, ...props }: ConditionProps & { name: ConditionName }) {
  const Fields = editors[name]
  return <Fields key={props.choice.turn} {...props} />
}

function Words({ choice: { change }, fields, alone }: ConditionProps) {
  return (
    <>
      <WordsInput
        words={fields}
        list="included"
        // «All of them» says nothing where there is none.
        onChange={(words) => change({ ...words, ...(words.includedWords.length === 0 && { wordsMode: 'any' }) })}
      />
      <ChoiceChips
        label="Сколько слов нужно"
        options={[
          { value: 'any', title: 'Любое из слов' },
          { value: 'all', title: 'Все слова' },
        ]}
        value={fields.wordsMode}
        onChange={(wordsMode) => change({ wordsMode })}
      />
      <Checkbox
        size="sm"
        label="Только в этой форме"
        description={alone ? 'Иначе слово ищется во всех формах: «кухня», «кухню», «кухней»' : undefined}
        checked={fields.exactMatch}
        onChange={(event) => change({ exactMatch: event.currentTarget.checked })}
      />
      <p className={typography.note}>
        Пробел, запятая или Enter завершает слово. Слова в кавычках, «ремонт кухни», ищутся рядом и точно в этой форме.
        «!» впереди делает слово стоп-словом.
      </p>
    </>
  )
}

function StopWords({ choice: { change }, fields, alone }: ConditionProps) {
  return (
    <>
      <WordsInput words={fields} list="excluded" onChange={change} />
      {alone && (
        <p className={typography.note}>
          Сообщение с любым из этих слов не показывается. Список можно вставить целиком, слова в кавычках — это фраза.
        </p>
      )}
    </>
  )
}

function Places({ choice: { change }, fields, slots, counts, alone }: ConditionProps) {
  return (
    <>
      {slots.locations({ alone, counts })}
      {fields.locations.length > 0 && (
        <Checkbox
          size="sm"
          label="И где место не ясно"
          description={alone ? unknownInWords(counts.of('locations', 'unknown')) : undefined}
          checked={fields.undefinedLocations}
          onChange={(event) => change({ undefinedLocations: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

const unknownInWords = (count: string | null): string | undefined =>
  count === null ? undefined : `Таких сообщений: ${count}`

function Products({ choice: { change }, fields, zone, counts, alone }: ConditionProps) {
  return <ProductsInput fields={fields} zone={zone} counts={counts} inline={alone} onChange={change} />
}

function Period({ choice: { change }, fields, zone }: ConditionProps) {
  return <PeriodInput period={fields} zone={zone} onChange={change} />
}

function Intent({ choice: { change }, fields, counts, alone }: ConditionProps) {
  return (
    <>
      <ChoiceChips
        label="Намерение"
        options={intentLevels.map((value) => ({
          value,
          title: intentTitles[value],
          count: counts.of('intent', value),
        }))}
        value={fields.intent}
        onChange={(intent) => change({ intent })}
      />
      {alone && (
        <p className={typography.note}>
          Горячие — человек прямо просит, тёплые — возможно, ищет. Остальное похоже на разговор.
        </p>
      )}
    </>
  )
}

function Networks({ choice: { change }, fields, counts }: ConditionProps) {
  return (
    <ToggleChips
      label="Сеть, любая из выбранных"
      options={networks.map((value) => ({
        value,
        title: networkTitles[value],
        icon: <NetworkIcon network={value} />,
        count: counts.of('networks', value),
      }))}
      values={fields.networks}
      onChange={(chosen) => change({ networks: chosen })}
    />
  )
}

function SourceKinds({ choice: { change }, fields, counts }: ConditionProps) {
  return (
    <ToggleChips
      label="Источник, любой из выбранных"
      options={sourceKinds.map((value) => ({
        value,
        title: sourceKindTitles[value],
        count: counts.of('sourceKinds', value),
      }))}
      values={fields.sourceKinds}
      onChange={(chosen) => change({ sourceKinds: chosen })}
    />
  )
}

function Kind({ choice: { change }, fields, counts }: ConditionProps) {
  return (
    <ChoiceChips
      label="Посты и комментарии"
      options={(['all', 'post', 'comment'] as const).map((value) => ({
        value,
        title: messageKindTitles[value],
        count: counts.of('kind', value),
      }))}
      value={fields.kind}
      onChange={(kind) => change({ kind })}
    />
  )
}

const marks = [
  ['onlyFavorites', 'Избранное'],
  ['onlyWithNotes', 'С заметками'],
  ['onlyBlackList', 'Чёрный список'],
] as const satisfies [keyof Fields, string][]

/** How the reader marked messages. */
function Marks({ choice: { change }, fields, counts }: ConditionProps) {
  return (
    <>
      <ToggleChips
        label="Только отмеченное, всё выбранное сразу"
        options={marks.map(([value, title]) => ({ value, title, count: counts.of(value, 'true') }))}
        values={marks.map(([value]) => value).filter((value) => fields[value])}
        onChange={(chosen) => change(Object.fromEntries(marks.map(([value]) => [value, chosen.includes(value)])))}
      />
      {marks.filter(([value]) => fields[value]).length > 1 && (
        <p className={typography.note}>Показывается то, на чём есть все эти отметки сразу.</p>
      )}
    </>
  )
}

function LeadStatuses({ choice: { change }, fields, counts, alone }: ConditionProps) {
  return (
    <>
      <ToggleChips
        label="Статус лида, любой из выбранных"
        options={leadStatuses.map((value) => ({
          value,
          title: leadStatusTitles[value],
          count: counts.of('leadStatuses', value),
        }))}
        values={fields.leadStatuses}
        onChange={(chosen) => change({ leadStatuses: chosen })}
      />
      {alone && <p className={typography.note}>Новый — всё, что никто не взял в работу.</p>}
    </>
  )
}

function Assignees({ choice: { change }, fields, counts }: ConditionProps) {
  const { people } = useTeamNames(true)
  const listed = [...new Set(['me', 'none', ...people.map(({ id }) => String(id)), ...fields.assignees])]
  const nameOf = (assignee: string): string =>
    people.find(({ id }) => String(id) === assignee)?.name ?? `Участник №${assignee}`
  return (
    <ToggleChips
      label="Ответственный, любой из выбранных"
      options={listed.map((value) => ({
        value,
        title: capitalised(assigneeTitles[value]) ?? nameOf(value),
        count: counts.of('assignees', value),
      }))}
      values={fields.assignees}
      onChange={(assignees) => change({ assignees })}
    />
  )
}

const capitalised = (text: string | undefined): string | undefined =>
  text && text.charAt(0).toUpperCase() + text.slice(1)

function Handled({ choice: { change }, fields }: ConditionProps) {
  return (
    <ChoiceChips
      label="Разобранное"
      options={handledModes.map((value) => ({ value, title: handledTitles[value] }))}
      value={fields.handled}
      onChange={(handled) => change({ handled })}
    />
  )
}

function Spam({ choice: { change }, fields, counts }: ConditionProps) {
  return (
    <ChoiceChips
      label="Спам"
      options={(['no', 'ignore', 'yes'] as const).map((value) => ({
        value,
        title: spamTitles[value],
        count: counts.of('spam', value),
      }))}
      value={fields.spam}
      onChange={(spam) => change({ spam })}
    />
  )
}

const editors: Record<ConditionName, (props: ConditionProps) => ReactNode> = {
  words: Words,
  stopWords: StopWords,
  locations: Places,
  products: Products,
  period: Period,
  intent: Intent,
  networks: Networks,
  sourceKinds: SourceKinds,
  kind: Kind,
  marks: Marks,
  leadStatus: LeadStatuses,
  assignee: Assignees,
  handled: Handled,
  spam: Spam,
  learned: ({ slots }) => slots.learned,
}
