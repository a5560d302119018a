import en from 'antd/es/locale/en_US';

const pages = { ...en.Pagination, jump_to: 'Go to page', page: '' };

export default { ...en, Pagination: pages };
