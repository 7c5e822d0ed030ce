import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useCall } from '../../../kit/calls/use-call.ts'
import classes from './category-cloud.module.css'

/** All categories there are, for someone who wonders whether their is among them. Nothing at all when they can't be read. */
export function CategoryCloud() {
  const { data, error } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  if (error) return null
  return (
    <Row as="ul">
      {data
        ? data.categories.map(({ id, slug, name, description, icon }) => (
            <li key={id}>
              <Link to={`/category/${slug}`} className={classes.category} title={description}>
                <ProductIcon name={icon} size={17} />
                {name}
              </Link>
            </li>
          ))
        : Array.from({ length: 24 }, (_, index) => (
            <li key={index}>
              <Skeleton height={36} width={110 + ((index * 37) % 90)} radius="xl" />
            </li>
          ))}
    </Row>
  )
}
