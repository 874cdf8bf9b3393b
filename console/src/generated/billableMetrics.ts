/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const BillableMetricFilter: OperationField[] = [{name:"name",kind:"text"},{name:"operation",kind:"choice",options:["IS","NOT_IS","CONTAINS","NOT_CONTAINS","GT","GTE","LT","LTE","EQ","NOT_EQ","EXISTS","NOT_EXISTS"]},{name:"value",kind:"json"},{name:"valueType",kind:"choice",options:["STRING","FLOAT"]}];
const BillableMetricFilterGroup: OperationField[] = [{name:"filters",kind:"list",fields:BillableMetricFilter}];
const BillableMetricInfo: OperationField[] = [{name:"filterGroups",kind:"list",fields:BillableMetricFilterGroup},{name:"groupBys",kind:"texts"},{name:"propertyUniqueOn",kind:"text"}];
const BillableMetric: OperationField[] = [{name:"aggregationType",kind:"choice",options:["COUNT","UNIQUE_COUNT","SUM","MAX","LAST"]},{name:"creationTime",kind:"time"},{name:"description",kind:"text"},{name:"id",kind:"text"},{name:"info",kind:"record",fields:BillableMetricInfo},{name:"lastUpdateTime",kind:"time"},{name:"name",kind:"text"},{name:"organizationId",kind:"text"},{name:"status",kind:"choice",options:["ACTIVE","DELETED"]}];
const UpdateBillableMetricParams: OperationField[] = [{name:"description",kind:"text"},{name:"name",kind:"text"},{name:"status",kind:"choice",options:["ACTIVE","DELETED"]}];

export const listBillableMetrics: Operation = {id:"listBillableMetrics",group:"billableMetrics",method:"list",verb:"GET",title:"List billable metrics",permission:"metering:read",params:[],query:[{name:"status",kind:"choice",options:["ACTIVE","DELETED"]}],isPaged:true};
export const createBillableMetric: Operation = {id:"createBillableMetric",group:"billableMetrics",method:"create",verb:"POST",title:"Create a billable metric",permission:"metering:write",params:[],body:"record",fields:BillableMetric};
export const getBillableMetric: Operation = {id:"getBillableMetric",group:"billableMetrics",method:"get",verb:"GET",title:"Get a billable metric",permission:"metering:read",params:["billableMetricId"]};
export const updateBillableMetric: Operation = {id:"updateBillableMetric",group:"billableMetrics",method:"update",verb:"PATCH",title:"Change a billable metric",permission:"metering:write",params:["billableMetricId"],body:"record",fields:UpdateBillableMetricParams,hasTag:true};
