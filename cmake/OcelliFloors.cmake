# The floor of every room: a room may include and link only rooms on floors below its own.
# scripts/check-floors reads the same table, so the law has one home.
set(OCELLI_FLOOR_core 1)
set(OCELLI_FLOOR_imaging 2)
set(OCELLI_FLOOR_data 2)
set(OCELLI_FLOOR_metrics 2)
set(OCELLI_FLOOR_features 3)
set(OCELLI_FLOOR_boosting 4)
set(OCELLI_FLOOR_detection 5)
set(OCELLI_FLOOR_recognition 5)
set(OCELLI_FLOOR_text 6)
set(OCELLI_FLOOR_model_io 7)
set(OCELLI_FLOOR_pipelines 8)
set(OCELLI_FLOOR_apps 9)
