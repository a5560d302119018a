api=http://localhost:8000/api/admin

# Sign in. The token goes along with every other call, in the header `batoken`.
token=$(curl -s $api/Index/login -d username=admin -d password="$ADMIN_PASSWORD" | sed 's/.*"token":"\([^"]*\)".*/\1/')
ask() { curl -sS -H "batoken: $token" -H 'think-lang: en' "$@"; echo; }

# Add two articles; the answer holds the new row.
ask $api/content.category/add -d name=News
ask $api/content.article/add -d title='First steps' -d category_id=1 -d status=live -d price=9.90
ask $api/content.article/add -d title='Second thoughts' -d category_id=1

# List: page, limit, order, quickSearch. The answer holds `list` and the exact `total`.
ask "$api/content.article/index?limit=10&order=price,desc"
ask "$api/content.article/index?quickSearch=thoughts"

# Filter: any number of search[n] with field, operator and val; fields of related tables too.
ask -G $api/content.article/index -d 'search[0][field]=category.name' -d 'search[0][operator]=eq' -d 'search[0][val]=News' \
  -d 'search[1][field]=price' -d 'search[1][operator]=RANGE' -d 'search[1][val]=5,20'

# Groups of filters are JSON: `and` and `or` with a list, `not` with one, conditions with field, operator and value.
ask -G $api/content.article/index --data-urlencode \
  'filter={"and":[{"field":"category.name","operator":"eq","value":"News"},{"not":{"field":"price","operator":"gt","value":5}}]}'

# Change: the version says which state of the row was seen. Fields that others changed meanwhile stay theirs.
ask $api/content.article/edit -d id=1 -d version=1 -d title='First steps, revised'

# Drag row 2 to the place of row 1; delete it; bring it back.
ask $api/content.article/sortable -d id=2 -d targetId=1
ask -X DELETE "$api/content.article/del?ids[]=2" -g
ask $api/content.article/restore -d 'ids[]=2'
