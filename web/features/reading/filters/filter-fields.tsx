import type { ReactNode } from 'react'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { ConditionFields, type FilterFieldsProps } from './condition-fields.tsx'
import { conditionNames, conditions } from './filter-conditions.ts'
import classes from './filter-fields.module.css'
import { CountsFailure } from './value-counts.tsx'

/** Every condition in a group of its own. */
export function FilterFields(props: FilterFieldsProps) {
  return (
    <div className={classes.groups}>
      {conditionNames.map((name) => (
        <Group key={name} title={conditions[name].title}>
          <ConditionFields {...props} name={name} alone={false} />
        </Group>
      ))}
      {props.slots.push && <Group title={null}>{props.slots.push}</Group>}
      <CountsFailure counts={props.counts} />
    </div>
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
