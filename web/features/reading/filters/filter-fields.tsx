/** Everything a filter asks for, in groups. Each change is applied at once. */
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  handledModes,
  intentLevels,
  pageSizes,
  type FilterFields as Fields,
} from '../../../../contract/reading/filters.ts'
import { networks, networkTitles, sourceKinds, sourceKindTitles } from '../../../../contract/networks.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { ChoiceChips, ToggleChips } from '../../../kit/ui/components/choice-chips.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './filter-fields.module.css'
import { handledTitles, intentTitles, messageKindTitles, spamTitles } from './filter-parts.ts'
import { PeriodInput } from './period-input.tsx'
import { ProductsInput } from './products-input.tsx'
import type { FilterChoice } from './use-filter-choice.ts'
import { WordsInput } from './words-input.tsx'

/** The parts that have a dialog of their own where there is no room for a panel. */
export type FilterPartName = 'words' | 'locations' | 'products'

/** What other features put into the form; the page brings them together. */
export interface FilterSlots {
  /** Chooses places. */
  locations: ReactNode
  /** Whether what was learnt of the reader hides messages. */
  learned: ReactNode
  /** Whether new messages are reported; nothing where that is not the reader's to say. */
  push: ReactNode
}

export interface FilterFieldsProps {
  choice: FilterChoice
  fields: Fields
  slots: FilterSlots
  /** The reader's time zone. */
  zone: string
  /** Only one part; all of them when it is not said. */
  only?: FilterPartName | undefined
}

export function FilterFields(props: FilterFieldsProps) {
  const { choice, fields, zone, slots, only } = props
  const { change } = choice
  if (only) {
    const Part = parts[only]
    return <Part {...props} />
  }
  return (
    <div className={classes.groups}>
      <Words {...props} />
      <Places {...props} />
      <Products {...props} />
      <Group title="Когда написано">
        <PeriodInput period={fields} zone={zone} onChange={change} />
      </Group>
      <Group title="Насколько горячие">
        <ChoiceChips
          label="Насколько горячие"
          options={intentLevels.map((value) => ({ value, title: intentTitles[value] }))}
          value={fields.intent}
          onChange={(intent) => change({ intent })}
        />
      </Group>
      <Origins {...props} />
      <Marks {...props} />
      <Group title="На странице">
        <ChoiceChips
          label="На странице"
          options={pageSizes.map((value) => ({ value, title: String(value) }))}
          value={fields.limit}
          onChange={(limit) => change({ limit })}
        />
      </Group>
      {slots.push && <Group title={null}>{slots.push}</Group>}
    </div>
  )
}

function Words({ choice: { change }, fields, only }: FilterFieldsProps) {
  // The dialog of a single part has its title already.
  const alone = only !== undefined
  return (
    <Group title={alone ? null : 'Слова'}>
      <WordsInput words={fields} onChange={change} />
      {alone && (
        <p className={typography.note}>
          Пробел, запятая или Enter завершает слово, «!» впереди исключает его. Список можно вставить целиком. Нажмите
          на слово, чтобы исключить его или вернуть.
        </p>
      )}
      <Checkbox
        size="sm"
        label="Только в этой форме"
        description={alone ? 'Иначе слово ищется во всех формах: «кухня», «кухню», «кухней»' : undefined}
        checked={fields.exactMatch}
        onChange={(event) => change({ exactMatch: event.currentTarget.checked })}
      />
    </Group>
  )
}

function Places({ choice: { change }, fields, slots, only }: FilterFieldsProps) {
  return (
    <Group title={only ? null : 'Места'}>
      {slots.locations}
      {fields.locations.length > 0 && (
        <Checkbox
          size="sm"
          label="И где место не ясно"
          checked={fields.undefinedLocations}
          onChange={(event) => change({ undefinedLocations: event.currentTarget.checked })}
        />
      )}
    </Group>
  )
}

function Products({ choice: { change }, fields, zone, only }: FilterFieldsProps) {
  return (
    <Group title={only ? null : 'Что слушать'}>
      <ProductsInput fields={fields} zone={zone} onChange={change} />
    </Group>
  )
}

const parts = { words: Words, locations: Places, products: Products } satisfies Record<FilterPartName, unknown>

/** Where a message was written, and as what. */
function Origins({ choice: { change }, fields }: FilterFieldsProps) {
  return (
    <>
      <Group title="Сети">
        <ToggleChips
          label="Сети"
          options={networks.map((value) => ({
            value,
            title: networkTitles[value],
            icon: <NetworkIcon network={value} />,
          }))}
          values={fields.networks}
          onChange={(networks) => change({ networks })}
        />
      </Group>
      <Group title="Где написано">
        <ToggleChips
          label="Где написано"
          options={sourceKinds.map((value) => ({ value, title: sourceKindTitles[value] }))}
          values={fields.sourceKinds}
          onChange={(sourceKinds) => change({ sourceKinds })}
        />
      </Group>
      <Group title="Посты и комментарии">
        <ChoiceChips
          label="Посты и комментарии"
          options={(['all', 'post', 'comment'] as const).map((value) => ({ value, title: messageKindTitles[value] }))}
          value={fields.kind}
          onChange={(kind) => change({ kind })}
        />
      </Group>
    </>
  )
}

const marks = [
  ['onlyFavorites', 'Избранное'],
  ['onlyWithNotes', 'С заметками'],
  ['onlyBlackList', 'Чёрный список'],
] as const satisfies [keyof Fields, string][]

/** What the reader said of messages, and what was learnt of that. */
function Marks({ choice: { change }, fields, slots }: FilterFieldsProps) {
  return (
    <>
      <Group title="Только отмеченное">
        <ToggleChips
          label="Только отмеченное"
          options={marks.map(([value, title]) => ({ value, title }))}
          values={marks.map(([value]) => value).filter((value) => fields[value])}
          onChange={(chosen) => change(Object.fromEntries(marks.map(([value]) => [value, chosen.includes(value)])))}
        />
      </Group>
      <Group title="Разобранное">
        <ChoiceChips
          label="Разобранное"
          options={handledModes.map((value) => ({ value, title: handledTitles[value] }))}
          value={fields.handled}
          onChange={(handled) => change({ handled })}
        />
      </Group>
      <Group title="Спам">
        <ChoiceChips
          label="Спам"
          options={(['no', 'ignore', 'yes'] as const).map((value) => ({ value, title: spamTitles[value] }))}
          value={fields.spam}
          onChange={(spam) => change({ spam })}
        />
      </Group>
      <Group title="Ваши отметки">{slots.learned}</Group>
    </>
  )
}

function Group({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} className={classes.group}>
      {title !== null && <h3 className={classes.title}>{title}</h3>}
      {children}
    </Stack>
  )
}
