import { Button, Modal } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './filter-change-dialog.module.css'
import { conditions } from './filter-conditions.ts'
import { ConditionFields, partConditions, type FilterFieldsProps, type FilterPartName } from './condition-fields.tsx'
import { FilterFieldGroups } from './filter-field-groups.tsx'
import { CountsFailure } from './value-counts.tsx'

const titles = { all: 'Фильтр', words: 'Слова', locations: 'Места', products: 'Что слушать' }

interface FilterChangeDialogProps extends FilterFieldsProps {
  /** Only one part; all of them when it is not given. */
  only?: FilterPartName | undefined
  onClose: () => void
}

/** The whole filter, or one part of it, over the whole screen of a phone. What is changed here shows at once, and is saved later. */
export function FilterChangeDialog({ only, onClose, ...props }: FilterChangeDialogProps) {
  const { undo, reset, changeError } = props.choice
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content className={classes.content} aria-label={titles[only ?? 'all']}>
        {/* No landmarks of the page, as Mantine would make them. */}
        <Row justify="space-between" align="center" nowrap className={classes.header}>
          <Modal.Title className={classes.title}>{titles[only ?? 'all']}</Modal.Title>
          <Modal.CloseButton size="lg" aria-label="Закрыть" />
        </Row>
        <Modal.Body className={classes.body}>
          {changeError !== null && <AlertBox tone="bad">{changeError}</AlertBox>}
          {only ? <PartFields {...props} only={only} /> : <FilterFieldGroups {...props} heading="h3" />}
        </Modal.Body>
        <Row className={classes.foot}>
          <Button
            variant="default"
            px="sm"
            disabled={!undo}
            onClick={() => undo?.()}
            aria-label="Отменить последнее изменение"
          >
            <IconArrowBackUp size={20} stroke={1.8} aria-hidden="true" />
          </Button>
          {!only && (
            <Button variant="default" disabled={!reset} onClick={() => reset?.()}>
              Сбросить всё
            </Button>
          )}
          <Button className={classes.done} onClick={onClose}>
            Готово
          </Button>
        </Row>
      </Modal.Content>
    </Modal.Root>
  )
}

function PartFields({ only, ...props }: FilterFieldsProps & { only: FilterPartName }) {
  const names = partConditions[only]
  return (
    <>
      {names.map((name) => (
        <Stack key={name} as="section" gap={2}>
          {names.length > 1 && <h3 className={classes.part}>{conditions[name].title}</h3>}
          <ConditionFields {...props} name={name} alone={names.length === 1} />
        </Stack>
      ))}
      <CountsFailure counts={props.counts} />
    </>
  )
}
