/** By which offers are filtered, in the words of the API. */
export const choices = [
  {
    name: 'status',
    label: 'State',
    options: [
      'DRAFT',
      'PENDING_APPROVAL',
      'PENDING_CREATE',
      'CREATE_FAILED',
      'PENDING_ACCEPTANCE',
      'ACCEPTED',
      'EXPIRED',
      'CANCELLED',
    ],
  },
  { name: 'partner', label: 'Marketplace', options: ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] },
] as const;
